"""The measurements of `tests/bench/run all`, and the files that they need, as tables.

A command is a program of tests/bench with its arguments. A word in capitals, or its part before a slash, stands for a value that is given (RACE, PEERS, MULTI30K,
TATOEBA, MARIAN), made (MADE), or set by the run: PAIRS, SCRATCH (a folder of the measurement), REGARD (the program).
"""
import dataclasses

FLOAT32 = {"float32": 1.5}
CTRANSLATE2 = {"float32": 1.5, "int8": 1.3}


@dataclasses.dataclass(frozen=True)
class Measurement:
    name: str
    minutes: float  # with all its pairs, on two cores
    command: str
    label: str = ""  # label in its table
    pairs: int = 5  # maximum number of measured pairs
    needs: tuple = ()  # in addition to the words: "module NAME" of PEERS, "program NAME", "file PATH" of the project, "set NAME" of the processor
    both: bool = False  # also measured with only AVX2
    goals: dict = dataclasses.field(default_factory=dict)  # goals for the ratio, by compute type or precision; "": for any


TRAIN = "run train {} --race RACE --peers PEERS --data {} --pairs PAIRS --work SCRATCH"
SHORT = " --windows {} --peer-argument=--steps --peer-argument={} --peer-argument=--repeats --peer-argument=1"
DECODE = "run decode --checkpoint {} --peers PEERS --data MULTI30K --pairs PAIRS --work SCRATCH"
PARALLEL = ("parallel --rounds PAIRS --steps 24 --set training.warmup=5 --set training.bleu_every=0 --set search.beam_size=1 "
            "--set model.d_model=256 --set model.ffn_size=1024 --set training.batch_tokens=4096")

MEASUREMENTS = [
    Measurement("train-a", 2.7, TRAIN.format("a", "MULTI30K") + SHORT.format(4, 8), "`a`: Transformer 256/4/1024, 3+3 layers",
                needs=("module torch",), both=True, goals={"float32": 1.8}),
    Measurement("train-base", 4.5, TRAIN.format("base", "MULTI30K") + SHORT.format(3, 4), "`base`: Transformer 512/8/2048, 6+6 layers", pairs=3,
                needs=("module torch",), goals={"float32": 1.5}),
    Measurement("train-bahdanau", 2.2, TRAIN.format("bahdanau", "MULTI30K") + SHORT.format(8, 16), "`bahdanau`: GRU 256/256, 2 layers",
                needs=("module torch",), both=True, goals={"float32": 2.2}),
    Measurement("train-d2l", 1.4, TRAIN.format("d2l", "TATOEBA"), "`d2l`: the book's RNN, GRU 32/32, 2 layers",
                needs=("module torch",), both=True, goals={"float32": 4}),
    Measurement("decode-ct2", 5.5, DECODE.format("MARIAN") + " --sentences 384 --batches 1 8 32 128", "Transformer, CTranslate2",
                needs=("module ctranslate2",), both=True, goals=CTRANSLATE2),
    Measurement("decode-transformers", 2, DECODE.format("MARIAN") + " --sentences 200 --peer transformers", "Transformer, transformers",
                pairs=3, needs=("module transformers",), goals=FLOAT32),
    Measurement("decode-pytorch", 1.2, DECODE.format("MARIAN") + " --sentences 200 --peer pytorch", "Transformer, PyTorch script",
                pairs=3, needs=("module torch",), goals=FLOAT32),
    Measurement("decode-base", 1.8, DECODE.format("BASE") + " --sentences 100 --max-length 15", "base model, CTranslate2", pairs=3,
                needs=("module ctranslate2",), goals=CTRANSLATE2),
    Measurement("decode-rnn", 1.9, "run decode-rnn --run RNN --peers PEERS --data MULTI30K --threads 1 --sentences 200 --pairs PAIRS --work SCRATCH",
                "RNN, PyTorch script", needs=("module torch",), goals={"float32": 5}),
    Measurement("profile", 1.5, "run profile --model MODEL --data MULTI30K --batches 1 8 32 128 --sentences 256 --rounds 1"),
    Measurement("threads-train", 3, "run threads-train a --data MULTI30K --windows 2 --pairs PAIRS --work SCRATCH", "training, `a`", pairs=3,
                goals={"": 0.9}),
    Measurement("threads-decode", 0.8, "run threads-decode --model MODEL --data MULTI30K --sentences 200 --beams 5 --pairs PAIRS --work SCRATCH",
                "translation", goals={"": 0.9}),
    Measurement("processes", 1.5, PARALLEL, pairs=3),
    Measurement("bits", 1, "run bits --model MODEL --data MULTI30K --rounds 2"),
    Measurement("shortlist", 1, "run shortlist --model MODEL --data MULTI30K --rounds 2"),
    Measurement("web", 1, "web MODEL_INT8 MULTI30K/test_2016_flickr.en.gz --lines 200 --turns PAIRS", "module, program", pairs=3,
                needs=("file build/web/site/regard_runtime.wasm", "program node")),
    Measurement("serve", 4.2, "run serve --model MODEL --ct2 CT2 --text MULTI30K/test_2016_flickr.en.gz --peers PEERS --regard REGARD --rounds 3 "
                "--seconds 3 --work SCRATCH", needs=("module ctranslate2",)),
    Measurement("start-translate", 0.2, "run start-translate MODEL CT2 MODEL_INT8 CT2_INT8 --peers PEERS", needs=("module ctranslate2",)),
    Measurement("start-python", 0.1, "run start-python regard ctranslate2 --peers PEERS", needs=("module regard", "module ctranslate2")),
    Measurement("start-train", 1, "run start --data MULTI30K"),
    Measurement("memory-train", 1.5, "run memory --data MULTI30K"),
    Measurement("memory-translate", 0.5, "run start-translate BASE_MODEL BASE_CT2 BASE_MODEL_INT8 BASE_CT2_INT8 --peers PEERS --rounds 3",
                needs=("module ctranslate2",)),
    Measurement("score", 0.7, "run score --data MULTI30K --peers PEERS --lines 30000 --pairs PAIRS", "sacreBLEU", pairs=3,
                needs=("module sacrebleu",)),
    Measurement("train-a-bf16", 1.6, TRAIN.format("a", "MULTI30K") + SHORT.format(4, 8) + " --precision bf16 --peer-argument=--bf16",
                "`a`, bfloat16 on both sides", pairs=3, needs=("module torch", "set BF16")),
]

RNN_STEPS = 1500  # about three minutes
RNN_TEXTS = " ".join(f"--set data.{key}.{side}=MULTI30K/{name}.{language}.gz" for key, name in
                     (("train.0", "train"), ("valid", "val"), ("test", "test_2016_flickr")) for side, language in (("source", "en"), ("target", "fr")))
# Each is made once, as OUTPUT. Commands start with a program; BENCH is tests/bench.
MADE = {
    "MODEL": "REGARD import MARIAN --output OUTPUT",
    "MODEL_INT8": "REGARD quantize MODEL --output OUTPUT",
    "CT2": "REGARD export MODEL --to ctranslate2 --output OUTPUT",
    "CT2_INT8": "REGARD export MODEL --to ctranslate2 --type int8 --output OUTPUT",
    "BASE": "PEERS BENCH/make_base.py MARIAN OUTPUT",
    "BASE_MODEL": "REGARD import BASE --output OUTPUT",
    "BASE_MODEL_INT8": "REGARD quantize BASE_MODEL --output OUTPUT",
    "BASE_CT2": "REGARD export BASE_MODEL --to ctranslate2 --output OUTPUT",
    "BASE_CT2_INT8": "REGARD export BASE_MODEL --to ctranslate2 --type int8 --output OUTPUT",
    "RNN": f"REGARD train CONFIGS/multi30k-bahdanau.yaml --output OUTPUT {RNN_TEXTS} --set model.readout=book "
           f"--set training.steps={RNN_STEPS} --set training.validate_every={RNN_STEPS} --set training.warmup=150 --set training.average=0",
}
