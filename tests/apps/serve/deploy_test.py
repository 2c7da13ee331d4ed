#!/usr/bin/env python3
"""docs/deploy agrees with itself, with its schemas and with the program.

  deploy_test.py PROGRAM
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/support"))
DEPLOY = ROOT / "docs/deploy"
PROGRAM = ""

try:
    import yaml
except ImportError:
    print("skipped: Python has no yaml (apt-get install python3-yaml)")
    sys.exit(77)

from deploy_schemas import COMPOSE, KUBERNETES
from serving import Server, options_of_serve
from short_schema import complaints


def text_of(name):
    return (DEPLOY / name).read_text(encoding="utf-8")


def loaded(name):
    return yaml.safe_load(text_of(name))


def kubernetes():
    """The manifests by kind."""
    return {value["kind"]: value for value in map(yaml.safe_load, (path.read_text(encoding="utf-8") for path in sorted((DEPLOY / "kubernetes").glob("*.yaml"))))}


def container():
    return kubernetes()["Deployment"]["spec"]["template"]["spec"]["containers"][0]


def unit():
    """The settings of regard.service; repeated ones are joined."""
    result = {}
    for line in text_of("regard.service").splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            result[name] = f"{result[name]} {value}" if name in result else value
    return result


def commands():
    """The words of each call of `regard serve`, by the file that contains the call."""
    return {"regard.service": unit()["ExecStart"].split()[1:], "compose.yaml": loaded("compose.yaml")["services"]["regard"]["command"],
            "deployment.yaml": container()["args"]}


def value_of(words, option):
    return words[words.index(option) + 1]


def default_of(option):
    """The default that `regard serve --help` gives in parentheses."""
    shown = subprocess.run([PROGRAM, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    part = re.split(r"\n  --", shown[shown.index(f"  {option} ") + 1:])[0]
    return re.search(r"\(default:\s+([^)]*)\)", part)[1]


def seconds_of(text):
    return int(re.fullmatch(r"(\d+)s?", text)[1])


class Deploy(unittest.TestCase):
    def test_manifests_match_their_schemas(self):
        for kind, value in kubernetes().items():
            self.assertEqual(complaints(value, KUBERNETES[kind], kind), [])
        self.assertEqual(complaints(loaded("compose.yaml"), COMPOSE, "compose"), [])

    def test_the_schemas_find_what_is_wrong(self):
        value = kubernetes()["Deployment"]
        value["spec"]["replicas"] = "2"
        value["spec"]["template"]["spec"]["containers"][0]["securityContext"]["readOnlyRootFilesystem"] = False
        del value["metadata"]["name"]
        value["spec"]["strateg"] = {}
        self.assertEqual(len(complaints(value, KUBERNETES["Deployment"])), 4)

    def test_every_option_is_one_of_the_program(self):
        known = options_of_serve(PROGRAM)
        self.assertTrue(known)
        named = {word for words in commands().values() for word in words if word.startswith("--")}
        option = r"(?<=[ `(])--(?:[a-z-]+-limit|(?:file-)?timeout-ms|rate|keys|threads|host|port|connections)\b"
        texts = [path.read_text(encoding="utf-8") for path in DEPLOY.rglob("*") if path.is_file()]
        mentioned = {word for text in texts for word in re.findall(option, text)}
        self.assertTrue(named and mentioned)
        self.assertEqual((named | mentioned) - known, set())

    def test_the_commands_start_a_server(self):
        from random_model import write_random_model
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "model"
            write_random_model(PROGRAM, model)
            for name, words in commands().items():
                kept = [word for i, word in enumerate(words[1:], 1) if not {word, words[i - 1]} & {"--model", "--host", "--port"}]
                with Server(PROGRAM, {"en-fr": model}, kept, pathlib.Path(folder) / "log") as server:
                    self.assertEqual(server.stop(), 0, name)

    def test_ports_agree(self):
        ports = {value_of(words, "--port") for words in commands().values()}
        ports |= set(re.findall(r"127\.0\.0\.1:(\d+)", text_of("regard.socket") + text_of("nginx.conf") + text_of("Caddyfile")))
        services = loaded("compose.yaml")["services"]
        ports |= {*services["regard"]["expose"], services["caddy"]["environment"]["REGARD_ADDRESS"].split(":")[1]}
        ports |= {str(container()["ports"][0]["containerPort"]), kubernetes()["Deployment"]["spec"]["template"]["metadata"]["annotations"]["prometheus.io/port"]}
        self.assertEqual(ports, {default_of("--port")})

    def test_what_kubernetes_names_exists(self):
        found = kubernetes()
        labels = found["Deployment"]["spec"]["template"]["metadata"]["labels"]
        port = container()["ports"][0]["name"]
        self.assertEqual(found["Deployment"]["spec"]["selector"]["matchLabels"], labels)
        self.assertEqual(found["Service"]["spec"]["selector"], labels)
        self.assertEqual(found["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"], labels)
        self.assertEqual(found["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]["name"], found["Deployment"]["metadata"]["name"])
        self.assertEqual({found["Service"]["spec"]["ports"][0]["targetPort"], *(container()[probe]["httpGet"]["port"] for probe in PROBES)}, {port})
        self.assertLess(found["PodDisruptionBudget"]["spec"]["minAvailable"], found["HorizontalPodAutoscaler"]["spec"]["minReplicas"])
        files = {path.name for path in (DEPLOY / "kubernetes").glob("*.yaml")} - {"kustomization.yaml"}
        self.assertEqual(set(found["Kustomization"]["resources"]), files)

    def test_whoever_stops_the_server_waits_for_its_answers(self):
        longest = int(default_of("--timeout-ms")) / 1000
        spec = kubernetes()["Deployment"]["spec"]["template"]["spec"]
        self.assertGreater(spec["terminationGracePeriodSeconds"] - container()["lifecycle"]["preStop"]["sleep"]["seconds"], longest)
        self.assertGreater(seconds_of(unit()["TimeoutStopSec"]), longest)
        self.assertGreater(seconds_of(loaded("compose.yaml")["services"]["regard"]["stop_grace_period"]), longest)

    def test_proxies_have_the_limits_of_the_server(self):
        nginx, caddy = text_of("nginx.conf"), text_of("Caddyfile")
        longest, idle = [int(default_of(option)) / 1000 for option in ("--timeout-ms", "--file-timeout-ms")], idle_seconds()
        limits = {option: int(default_of(option)) for option in ("--body-limit", "--file-limit")}
        for text, size in ((nginx, r"client_max_body_size (\d+)m; +# (\S+)"), (caddy, r"max_size (\d+)MiB # (\S+)")):
            self.assertEqual({option: int(number) * 1024 for number, option in re.findall(size, text)}, limits)
        for time, most in zip(re.findall(r"proxy_read_timeout (\d+)s", nginx), longest, strict=True):
            self.assertGreater(int(time), most)
        self.assertGreater(int(re.search(r"response_header_timeout (\d+)s", caddy)[1]), max(longest))
        self.assertLess(int(re.search(r"keepalive_timeout (\d+)s", nginx)[1]), idle)
        self.assertLess(int(re.search(r"keepalive (\d+)s", caddy)[1]), idle)

    def test_descriptors_are_enough_for_the_connections(self):
        for most in (int(unit()["LimitNOFILE"]), loaded("compose.yaml")["services"]["regard"]["ulimits"]["nofile"]):
            self.assertGreater(most, int(default_of("--connections")))

    def test_probes_and_metrics_are_what_a_server_offers(self):
        import http_client
        from random_model import write_random_model
        with tempfile.TemporaryDirectory() as folder:
            write_random_model(PROGRAM, pathlib.Path(folder) / "model")
            with Server(PROGRAM, {"en-fr": pathlib.Path(folder) / "model"}, log=pathlib.Path(folder) / "log") as server:
                paths = {container()[probe]["httpGet"]["path"] for probe in PROBES} | set(re.findall(r"health_uri (\S+)", text_of("Caddyfile")))
                for path in paths:
                    self.assertEqual(http_client.ask(server.port, http_client.get(path)).status, 200, path)
                metrics = http_client.ask(server.port, http_client.get("/metrics")).body.decode()
        metric = kubernetes()["HorizontalPodAutoscaler"]["spec"]["metrics"][0]["pods"]["metric"]["name"]
        self.assertRegex(metrics, rf"(?m)^{metric} \d")

    def test_readme_names_every_file(self):
        readme = text_of("README.md")
        for link in re.findall(r"\]\(([^)]+)\)", readme):
            self.assertTrue((DEPLOY / link).exists(), link)
        for path in set(DEPLOY.glob("*")) - {DEPLOY / "README.md"}:
            self.assertTrue(path.name in readme, path.name)


class Tools(unittest.TestCase):
    """The verdicts of the programs that read the files of docs/deploy, if installed."""

    def needed(self, command):
        found = shutil.which(command)
        if found is None:
            self.skipTest(f"no {command} here")
        return found

    def test_systemd_reads_the_units(self):
        analyze = self.needed("systemd-analyze")
        with tempfile.TemporaryDirectory() as folder:
            service = pathlib.Path(folder) / "regard.service"
            service.write_text(text_of("regard.service").replace("/usr/bin/regard", PROGRAM).replace("Documentation=man:regard-serve(1)\n", ""), encoding="utf-8")
            shutil.copy(DEPLOY / "regard.socket", folder)
            done = subprocess.run([analyze, "verify", "--man=no", service, pathlib.Path(folder) / "regard.socket"], capture_output=True, text=True, check=False)
            self.assertNotIn("regard", done.stderr)
            self.assertEqual(done.returncode, 0, done.stderr)
            rated = subprocess.run([analyze, "security", "--offline=true", "--threshold=20", service], capture_output=True, text=True, check=False)
            self.assertEqual(rated.returncode, 0, rated.stdout[-300:])

    def test_nginx_reads_its_configuration(self):
        nginx = self.needed("nginx")
        with tempfile.TemporaryDirectory() as folder:
            plain = re.sub(r"(?m)^\s*(ssl_certificate.*|http2 on);\n", "", text_of("nginx.conf")).replace(" ssl;", ";").replace("listen 443", "listen 8443")
            main = pathlib.Path(folder) / "nginx.conf"
            main.write_text(f"pid {folder}/pid; events {{}} http {{ access_log off; {re.sub(r'ssl_protocols.*', '', plain)} }}", encoding="utf-8")
            done = subprocess.run([nginx, "-t", "-e", "stderr", "-c", main], capture_output=True, text=True, check=False)
            self.assertIn("syntax is ok", done.stderr)

    def test_caddy_reads_its_configuration(self):
        done = subprocess.run([self.needed("caddy"), "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_kubectl_builds_the_manifests(self):
        done = subprocess.run([self.needed("kubectl"), "kustomize", DEPLOY / "kubernetes"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({value["kind"] for value in yaml.safe_load_all(done.stdout)}, set(kubernetes()) - {"Kustomization"})


PROBES = ("startupProbe", "readinessProbe", "livenessProbe")


def idle_seconds():
    """The time after which the server closes an idle connection; no option sets it."""
    source = (ROOT / "src/apps/serve/http_server.h").read_text(encoding="utf-8")
    return int(re.search(r"idle\{(\d+)'000\}", source)[1])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__.strip())
        sys.exit(2)
    PROGRAM = str(pathlib.Path(sys.argv.pop()).resolve())
    if not options_of_serve(PROGRAM):
        print(f"skipped: {PROGRAM} has no command `serve`")
        sys.exit(77)
    unittest.main()
