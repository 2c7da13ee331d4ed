"""The allowed content of docs/deploy, in short form (short_schema.py): the parts of Kubernetes' and Compose's schemas that it uses."""
import re

from short_schema import Any

NAME = re.compile(r"[a-z0-9]([-a-z0-9.]*[a-z0-9])?")
QUANTITY = re.compile(r"[0-9]+(\.[0-9]+)?(m|Ki|Mi|Gi)?")
LABELS = {"*": str}
SELECTOR = {"matchLabels": LABELS}
METADATA = {"name": NAME, "labels?": LABELS, "annotations?": {"*": str}}
PROBE = {"httpGet": {"path": re.compile(r"/.*"), "port": NAME}, "periodSeconds": int, "timeoutSeconds?": int, "failureThreshold": int}

CONTAINER = {
    "name": NAME,
    "image": str,
    "args": [str],
    "ports": [{"name": NAME, "containerPort": int, "protocol": {"TCP"}}],
    "startupProbe": PROBE,
    "readinessProbe": PROBE,
    "livenessProbe": PROBE,
    "lifecycle": {"preStop": {"sleep": {"seconds": int}}},
    "resources": {"requests": {"cpu": QUANTITY, "memory": QUANTITY}, "limits": {"memory": QUANTITY, "cpu?": QUANTITY}},
    "securityContext": {"allowPrivilegeEscalation": {False}, "readOnlyRootFilesystem": {True}, "capabilities": {"drop": [{"ALL"}]}},
}
POD = {
    "automountServiceAccountToken": {False},
    "enableServiceLinks": {False},
    "terminationGracePeriodSeconds": int,
    "securityContext": {"runAsNonRoot": {True}, "runAsUser": int, "runAsGroup": int, "seccompProfile": {"type": {"RuntimeDefault"}}},
    "topologySpreadConstraints": [{"maxSkew": int, "topologyKey": str, "whenUnsatisfiable": {"ScheduleAnyway", "DoNotSchedule"}, "labelSelector": SELECTOR}],
    "containers": [CONTAINER],
}
SCALING = {"stabilizationWindowSeconds": int, "policies": [{"type": {"Percent", "Pods"}, "value": int, "periodSeconds": int}]}

KUBERNETES = {
    "Deployment": {
        "apiVersion": {"apps/v1"}, "kind": str, "metadata": METADATA,
        "spec": {"replicas": int, "selector": SELECTOR,
                 "strategy": {"type": {"RollingUpdate"}, "rollingUpdate": {"maxUnavailable": int, "maxSurge": int}},
                 "template": {"metadata": {"labels": LABELS, "annotations?": {"*": str}}, "spec": POD}},
    },
    "Service": {
        "apiVersion": {"v1"}, "kind": str, "metadata": METADATA,
        "spec": {"selector": LABELS, "ports": [{"name": NAME, "port": int, "targetPort": NAME, "protocol": {"TCP"}}]},
    },
    "HorizontalPodAutoscaler": {
        "apiVersion": {"autoscaling/v2"}, "kind": str, "metadata": METADATA,
        "spec": {"scaleTargetRef": {"apiVersion": {"apps/v1"}, "kind": {"Deployment"}, "name": NAME}, "minReplicas": int, "maxReplicas": int,
                 "metrics": [{"type": {"Pods"}, "pods": {"metric": {"name": str}, "target": {"type": {"AverageValue"}, "averageValue": QUANTITY}}}],
                 "behavior": {"scaleUp": SCALING, "scaleDown": SCALING}},
    },
    "PodDisruptionBudget": {
        "apiVersion": {"policy/v1"}, "kind": str, "metadata": METADATA, "spec": {"minAvailable": int, "selector": SELECTOR},
    },
    "Kustomization": {"apiVersion": {"kustomize.config.k8s.io/v1beta1"}, "kind": str, "resources": [re.compile(r"[a-z]+\.yaml")]},
}

COMPOSE = {
    "services": {"*": {
        "image": str, "command?": [str], "user?": re.compile(r"\d+:\d+"), "read_only?": bool, "cap_drop?": [str], "security_opt?": [str], "mem_limit?": str,
        "pids_limit?": int, "ulimits?": {"nofile": int}, "stop_grace_period?": re.compile(r"\d+s"), "restart": {"unless-stopped"}, "expose?": [str],
        "networks": [str], "environment?": {"*": str}, "ports?": [re.compile(r"\d+:\d+(/udp)?")], "volumes?": [str], "depends_on?": [str],
    }},
    "networks": {"*": {"internal?": bool}},
    "volumes": {"*": Any()},
}
