"""The results as Markdown."""
from races import CELLS, PROGRAMS, cases, cell_name
from settings import SETTINGS


def rate(result):
    """A number, or why it is missing."""
    if result is None:
        return "–"
    return "failed" if "failed" in result else f"{result['target_tokens_per_s']:,}"


def ratio(result, peer):
    numbers = [found.get("target_tokens_per_s") for found in (result or {}, peer or {})]
    return f"{numbers[0] / numbers[1]:.2f}" if all(numbers) else "–"


def share(result, peer, products, precision):
    """The share of the throughput of large matrix multiplications, without padding and attention."""
    if not (result or {}).get("target_tokens_per_s") or not (peer or {}).get("flops_per_target_token") or not products:
        return "–"
    return f"{result['target_tokens_per_s'] * peer['flops_per_target_token'] / products[precision] / 1e10:.1f} %"


def training(work):
    found = work.results
    products = found.get("eager products")
    lines = ["| model | precision | regard | eager | compile | regard/eager | regard/compile | share of products: regard | eager | ms a step |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    for case in cases(work):
        name, precision = case.split("/")
        regard, eager, compiled = (found.get(f"{kind} {case}") for kind in ("regard", "eager", "compile"))
        cells = [name, precision, rate(regard), rate(eager), rate(compiled), ratio(regard, eager), ratio(regard, compiled),
                 share(regard, eager, products, precision), share(eager, eager, products, precision), (regard or {}).get("ms_per_step", "–")]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    if products:
        lines.append(f"\nMatrix products of 8,192: {products['bf16']:.0f} TFLOP/s in bf16, {products['float32']:.0f} in float32.")
    sizes = ", ".join(f"{name} {SETTINGS[name].width}/{SETTINGS[name].layers}" for name in dict.fromkeys(case.split("/")[0] for case in cases(work)))
    return [f"Training, target tokens per second (width/layers: {sizes}):", "", *lines]


def checked(work):
    lines = []
    for name in ("build", "tests", "curves", "resume", "translations"):
        result = work.results.get(name)
        lines.append(f"- {name}: {'not run' if result is None else result.get('failed') and 'FAILED: ' + result['failed'] or result}")
    return lines


def decoding(work):
    head = " | ".join(f"beam {beam}, batch {batch}" for beam, batch in CELLS)
    rows = [f"| {program} | {' | '.join(str(work.results.get(cell_name(program, *cell), '–')) for cell in CELLS)} |" for program in PROGRAMS]
    return ["Translation, sentences per second:", "", f"| program | {head} |", "|---" * (len(CELLS) + 1) + "|", *rows]


def launches(work):
    lines = []
    for name, result in work.results.items():
        if not name.startswith("launches of "):
            continue
        lines += ["", f"A training step of {name.removeprefix('launches of ')}:", ""]
        for key, value in result.items():
            lines += [f"- {key}:", *(f"  - {row}" for row in value)] if isinstance(value, list) else [f"- {key}: {value}"]
    return lines


def write(work):
    """Writes gpu.md and returns its text."""
    text = "\n".join(["# regard on a GPU", "", *checked(work), "", *training(work), "", *decoding(work), *launches(work), ""])
    with open(work.file("gpu.md"), "w", encoding="utf-8") as f:
        f.write(text)
    return text
