#!/usr/bin/env python3
"""Writes what PyTorch computes, for the comparer to compute again (README.md has the format).

    make_fixtures.py FOLDER            write index.json and tensors.bin
    make_fixtures.py --states FOLDER   load the optimizer files that the comparer wrote to FOLDER
"""
import json
import math
import pathlib
import struct
import sys

import torch
import torch.nn.functional as F
from torch.optim import lr_scheduler
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

STEPS, BATCH, CLASSES = 20, 8, 5


class Net(torch.nn.Module):
    """Convolutions, a batch norm, a linear layer; smooth activations, so that rounding stays rounding."""

    def __init__(self):
        super().__init__()
        self.conv1 = torch.nn.Conv2d(3, 6, 3, padding=1, bias=False)
        self.bn1 = torch.nn.BatchNorm2d(6)
        self.conv2 = torch.nn.Conv2d(6, 8, 3, stride=2, padding=1)
        self.fc = torch.nn.Linear(8, CLASSES)

    def forward(self, x):
        x = F.silu(self.bn1(self.conv1(x)))
        x = torch.tanh(self.conv2(x))
        return self.fc(x.mean((2, 3)))


class Tensors:
    def __init__(self):
        self.places, self.values = {}, []

    def add(self, name, tensor):
        self.places[name] = {"offset": len(self.values), "shape": list(tensor.shape)}
        self.values += tensor.detach().to(torch.float32).contiguous().flatten().tolist()
        return name


def start_net():
    torch.manual_seed(1)
    net = Net()
    with torch.no_grad():
        for name, p in net.named_parameters():
            if name.endswith("bias"):
                p.uniform_(-0.5, 0.5)
    return net


def inputs():
    g = torch.Generator().manual_seed(2)
    images = torch.randn(STEPS, BATCH, 3, 8, 8, generator=g)
    labels = torch.randint(0, CLASSES, (STEPS, BATCH), generator=g)
    soft = torch.softmax(2 * torch.randn(STEPS, BATCH, CLASSES, generator=g), -1)
    return images, labels, soft


# --- training ---------------------------------------------------------------------------------------------------
NO_NESTEROV = {"what": "no Nesterov", "patch": {"optimizer": {"keys": {"nesterov": "false"}}}}
DECAY_BIAS = {"what": "decay on norm and bias", "patch": {"decay_norm_and_bias": True}}
L2 = {"what": "decay as L2", "patch": {"optimizer": {"name": "adam"}}}


def training_cases():
    def case(name, optimizer, lr, keys=None, **more):
        made = {"name": name, "optimizer": {"name": optimizer, "keys": keys or {}}, "lr": lr,
                "weight_decay": 0.0, "decay_norm_and_bias": True, "groups": [], "loss": {}, "soft": False,
                "clip": None, "micro_batch": BATCH, "ema": None, "channels_last": False, "frozen": [],
                "schedule": None, "mistakes": []}
        made.update(more)
        return made

    nesterov = {"momentum": "0.9", "nesterov": "true"}
    return [
        case("sgd", "sgd", 0.1),
        case("sgd_decay", "sgd", 0.1, weight_decay=0.05, decay_norm_and_bias=False, mistakes=[DECAY_BIAS]),
        case("sgd_momentum", "sgd", 0.05, {"momentum": "0.9"}, weight_decay=1e-3,
             mistakes=[{"what": "no weight decay", "patch": {"weight_decay": 0.0}}]),
        case("sgd_dampening", "sgd", 0.1, {"momentum": "0.9", "dampening": "0.3"},
             mistakes=[{"what": "no dampening", "patch": {"optimizer": {"keys": {"dampening": "0"}}}}]),
        case("sgd_nesterov", "sgd", 0.05, nesterov, weight_decay=5e-4, decay_norm_and_bias=False,
             mistakes=[NO_NESTEROV, DECAY_BIAS]),
        case("sgd_channels_last", "sgd", 0.05, nesterov, weight_decay=5e-4, channels_last=True,
             mistakes=[NO_NESTEROV]),
        case("adam", "adam", 0.01, weight_decay=0.01),
        case("adam_amsgrad", "adam", 0.01, {"amsgrad": "true", "betas": "[0.8, 0.95]"},
             mistakes=[{"what": "no amsgrad", "patch": {"optimizer": {"keys": {"amsgrad": "false"}}}}]),
        case("adamw", "adamw", 0.01, weight_decay=0.05, decay_norm_and_bias=False, mistakes=[L2, DECAY_BIAS]),
        case("adamw_amsgrad", "adamw", 0.01, {"amsgrad": "true", "eps": "1e-6"}, weight_decay=0.1,
             channels_last=True, mistakes=[L2]),
        case("rmsprop", "rmsprop", 0.003, weight_decay=0.01),
        case("rmsprop_momentum", "rmsprop", 0.003, {"momentum": "0.9", "alpha": "0.9"}),
        case("rmsprop_centered", "rmsprop", 0.003, {"momentum": "0.5", "centered": "true", "eps": "1e-6"},
             mistakes=[{"what": "not centred", "patch": {"optimizer": {"keys": {"centered": "false"}}}}]),
        case("groups", "sgd", 0.02, nesterov, weight_decay=0.02, decay_norm_and_bias=False,
             groups=[{"match": "fc.*", "lr_scale": 10, "weight_decay": 0.0},
                     {"match": "conv*", "lr_scale": 0.5, "weight_decay": None}],
             mistakes=[{"what": "one rate for all", "patch": {"groups": []}}]),
        case("frozen", "adamw", 0.01, weight_decay=0.05, frozen=["conv1.weight", "bn1.weight"]),
        case("smoothing", "sgd", 0.1, nesterov, loss={"label_smoothing": "0.1"},
             mistakes=[{"what": "no smoothing", "patch": {"loss": {"label_smoothing": "0"}}}]),
        case("class_weights", "sgd", 0.1, nesterov,
             loss={"label_smoothing": "0.1", "class_weights": "[2, 0.5, 1, 3, 0.1]"}),
        case("soft_labels", "sgd", 0.1, nesterov, loss={"label_smoothing": "0.1"}, soft=True),
        case("clip", "sgd", 0.1, nesterov, clip=0.25,
             mistakes=[{"what": "no clipping", "patch": {"clip": 1e9}}]),
        case("accumulation", "sgd", 0.1, nesterov, micro_batch=3, clip=0.5,
             loss={"class_weights": "[2, 0.5, 1, 3, 0.1]"},
             mistakes=[{"what": "another micro-batch, as batch norm sees it", "patch": {"micro_batch": 4}}]),
        case("ema", "sgd", 0.1, nesterov, ema={"decay": 0.9, "every": 1},
             mistakes=[{"what": "another decay", "patch": {"ema": {"decay": 0.91}}}]),
        case("ema_every", "adamw", 0.01, ema={"decay": 0.5, "every": 3}),
        case("cosine", "sgd", 0.1, nesterov,
             schedule={"name": "cosine", "keys": {"min_lr": "0.001"}, "warmup": 4},
             mistakes=[{"what": "no warm-up", "patch": {"schedule": {"warmup": 0}}}]),
        case("one_cycle", "sgd", 0.1, nesterov, schedule={"name": "one_cycle", "keys": {}, "warmup": 0},
             mistakes=[{"what": "no momentum cycle", "patch": {"schedule": {"keys": {"cycle_momentum": "false"}}}}]),
        case("one_cycle_adamw", "adamw", 0.02, schedule={"name": "one_cycle", "keys": {}, "warmup": 0}),
    ]


def number(text):
    if text in ("true", "false"):
        return text == "true"
    return [float(x) for x in text[1:-1].split(",")] if text.startswith("[") else float(text)


def python_groups(case, net):
    """Parameter groups in the order of their first parameter, as the C++ side makes them."""
    import fnmatch
    groups = {}
    for name, p in net.named_parameters():
        index = next((i for i, g in enumerate(case["groups"]) if fnmatch.fnmatchcase(name, g["match"])), None)
        own = {} if index is None else case["groups"][index]
        exempt = not case["decay_norm_and_bias"] and (p.dim() == 1)
        decay = own.get("weight_decay")
        decay = case["weight_decay"] if decay is None else decay
        group = groups.setdefault((index, exempt), {"params": [], "lr": case["lr"] * own.get("lr_scale", 1),
                                                    "weight_decay": 0.0 if exempt else decay})
        group["params"].append((name, p))
    return list(groups.values())


def python_optimizer(case, net):
    kind = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam, "adamw": torch.optim.AdamW,
            "rmsprop": torch.optim.RMSprop}[case["optimizer"]["name"]]
    keys = {k: number(v) for k, v in case["optimizer"]["keys"].items()}
    if "betas" in keys:
        keys["betas"] = tuple(keys["betas"])
    return kind(python_groups(case, net), lr=case["lr"], **keys)


def loss_options(keys):
    weights = number(keys["class_weights"]) if "class_weights" in keys else None
    return {"label_smoothing": number(keys.get("label_smoothing", "0")),
            "weight": None if weights is None else torch.tensor(weights)}


def backward(case, net, images, labels):
    """Micro-batches whose losses add up to the loss of the whole batch."""
    options = loss_options(case["loss"])
    hard = labels.dim() == 1
    weighted = options["weight"] is not None and hard
    share = options["weight"][labels] if weighted else torch.ones(len(labels))
    total = 0.0
    for at in range(0, len(images), case["micro_batch"]):
        part = slice(at, at + case["micro_batch"])
        loss = F.cross_entropy(net(images[part]), labels[part], **options) * (share[part].sum() / share.sum())
        loss.backward()
        total += loss.item()
    return total


def train(case, tensors):
    net = start_net()
    for name, p in net.named_parameters():
        p.requires_grad_(name not in case["frozen"])
    if case["channels_last"]:
        net = net.to(memory_format=torch.channels_last)
    optimizer = python_optimizer(case, net)
    schedule = python_schedule(case["schedule"], optimizer, STEPS, 10) if case["schedule"] else None
    ema = None
    if case["ema"]:
        ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(case["ema"]["decay"]), use_buffers=True)
    images, labels, soft = inputs()
    losses, norms = [], []
    for step in range(STEPS):
        batch = images[step]
        if case["channels_last"]:
            batch = batch.contiguous(memory_format=torch.channels_last)
        optimizer.zero_grad()
        losses.append(backward(case, net, batch, soft[step] if case["soft"] else labels[step]))
        limit = math.inf if case["clip"] is None else case["clip"]
        norms.append(torch.nn.utils.clip_grad_norm_(net.parameters(), limit).item())
        optimizer.step()
        if schedule:
            schedule.step()
        if ema and (step + 1) % case["ema"]["every"] == 0:
            ema.update_parameters(net)
    save = lambda part, module: {n: tensors.add(f"{case['name']}.{part}.{n}", t)
                                 for n, t in module.state_dict().items() if t.is_floating_point()}
    case.update(losses=losses, norms=norms, final=save("final", net))
    case["average"] = save("average", ema.module) if ema else {}
    return optimizer


# --- schedules --------------------------------------------------------------------------------------------------
def python_schedule(wanted, optimizer, total, per_epoch):
    """The scheduler of PyTorch, stepped once an optimizer step; spans come in steps."""
    k = {key: value if key in ("anneal_strategy", "mode", "threshold_mode") else number(value.replace("step", ""))
         for key, value in wanted["keys"].items()}
    warmup, name = wanted["warmup"], wanted["name"]
    rest = total - warmup
    if name == "one_cycle":
        return lr_scheduler.OneCycleLR(optimizer, k.pop("max_lr", optimizer.param_groups[0]["lr"]), total, **k)
    if name == "constant":
        return lr_scheduler.LinearLR(optimizer, 0.01 if warmup else 1.0, total_iters=max(warmup, 1))
    spanning = {"cosine": lambda: lr_scheduler.CosineAnnealingLR(optimizer, rest, k.get("min_lr", 0.0)),
                "polynomial": lambda: lr_scheduler.PolynomialLR(optimizer, rest, k.get("power", 1.0))}
    multiplying = {"step": lambda: lr_scheduler.StepLR(optimizer, int(k["step_size"]), k["gamma"]),
                   "multistep": lambda: lr_scheduler.MultiStepLR(optimizer, [int(m) for m in k["milestones"]], k["gamma"]),
                   "exponential": lambda: lr_scheduler.ExponentialLR(optimizer, k["gamma"] ** (1 / per_epoch))}
    if not warmup:
        return {**spanning, **multiplying}[name]()
    line = lr_scheduler.LinearLR(optimizer, 0.01, total_iters=warmup)
    if name in spanning:
        return lr_scheduler.SequentialLR(optimizer, [line, spanning[name]()], [warmup])
    return lr_scheduler.ChainedScheduler([line, multiplying[name]()])


def schedule_cases():
    def case(name, keys=None, warmup=0, total=120, lr=0.4):
        return {"name": name, "keys": keys or {}, "warmup": warmup, "total_steps": total, "lr": lr,
                "steps_per_epoch": 10}

    cases = [case("constant"), case("constant", warmup=25), case("step", {"step_size": "30step", "gamma": "0.3"}),
             case("step", {"step_size": "30step", "gamma": "0.3"}, 40),
             case("multistep", {"milestones": "[20step, 50step, 51step]", "gamma": "0.2"}),
             case("multistep", {"milestones": "[20step, 50step]", "gamma": "0.2"}, 30),
             case("exponential", {"gamma": "0.7"}), case("exponential", {"gamma": "0.7"}, 15),
             case("polynomial"), case("polynomial", {"power": "2.5"}, 20), case("cosine"),
             case("cosine", {"min_lr": "0.01"}, 33), case("one_cycle"), case("one_cycle", {"max_lr": "0.9"}, total=7)]
    for strategy in ("cos", "linear"):
        for three in ("false", "true"):
            cases.append(case("one_cycle", {
                "anneal_strategy": strategy, "three_phase": three, "pct_start": "0.35", "base_momentum": "0.8",
                "max_momentum": "0.9", "div_factor": "10", "final_div_factor": "100"}))
    for case_ in cases:
        optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=case_["lr"], momentum=0.9)
        schedule = python_schedule(case_, optimizer, case_["total_steps"], case_["steps_per_epoch"])
        case_["values"], case_["momentum"] = [], []
        for step in range(case_["total_steps"]):
            case_["values"].append(optimizer.param_groups[0]["lr"])
            if case_["name"] == "one_cycle":
                case_["momentum"].append(optimizer.param_groups[0]["momentum"])
            optimizer.step()
            if step + 1 < case_["total_steps"]:
                schedule.step()
    return cases


def plateau_cases():
    g = torch.Generator().manual_seed(3)
    falling = [float(x) for x in (1.5 / (1 + torch.arange(60) / 5.0) + 0.2 * torch.rand(60, generator=g))]
    cases = []
    for keys in ({"mode": "min", "patience": "2", "factor": "0.5"},
                 {"mode": "max", "patience": "1", "factor": "0.3", "threshold": "0.05", "threshold_mode": "abs"},
                 {"mode": "min", "patience": "0", "factor": "0.5", "threshold": "0.1", "cooldown": "2"},
                 {"mode": "min", "patience": "1", "factor": "0.5", "min_lr": "0.05"},
                 {"mode": "max", "patience": "1", "factor": "0.1", "eps": "0.001"}):
        optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.4)
        words = {k: v if k in ("mode", "threshold_mode") else (int(v) if v.isdigit() else float(v))
                 for k, v in keys.items()}
        schedule = lr_scheduler.ReduceLROnPlateau(optimizer, **words)
        values = []
        for metric in falling:
            schedule.step(metric)
            values.append(optimizer.param_groups[0]["lr"])
        cases.append({"keys": keys, "lr": 0.4, "metrics": falling, "values": values})
    return cases


# --- losses and metrics -----------------------------------------------------------------------------------------
def loss_cases(tensors):
    g = torch.Generator().manual_seed(4)
    cases = []
    for keys in ({}, {"label_smoothing": "0.1"}, {"class_weights": "[2, 0.5, 1, 3, 0.1]"},
                 {"label_smoothing": "0.2", "class_weights": "[2, 0.5, 1, 3, 0.1]"}, {"label_smoothing": "1"}):
        for soft in (False, True):
            logits = (4 * torch.randn(7, CLASSES, generator=g)).requires_grad_()
            hard = torch.randint(0, CLASSES, (7,), generator=g)
            spread = torch.softmax(torch.randn(7, CLASSES, generator=g), -1)
            loss = F.cross_entropy(logits, spread if soft else hard, **loss_options(keys))
            loss.backward()
            name = f"loss.{len(cases)}"
            cases.append({"keys": keys, "logits": tensors.add(name + ".logits", logits),
                          "labels": [] if soft else hard.tolist(),
                          "soft": tensors.add(name + ".soft", spread) if soft else "",
                          "value": loss.item(), "gradient": tensors.add(name + ".gradient", logits.grad)})
    return cases


def metric_cases(tensors):
    g = torch.Generator().manual_seed(5)
    cases = []
    for classes in (3, 12):
        logits = torch.randn(40, classes, generator=g)
        labels = torch.randint(0, classes, (40,), generator=g)
        hits = logits.topk(min(5, classes), 1).indices == labels[:, None]
        top1 = hits[:, 0]
        cases.append({"logits": tensors.add(f"metrics.{classes}", logits), "labels": labels.tolist(),
                      "top1": top1.double().mean().item(), "top5": hits.any(1).double().mean().item(),
                      "recall": [top1[labels == c].double().mean().item() if (labels == c).any() else 0.0
                                 for c in range(classes)]})
    return cases


def write(folder):
    torch.set_num_threads(1)
    tensors = Tensors()
    images, labels, soft = inputs()
    tensors.add("images", images)
    tensors.add("soft", soft)
    for name, tensor in start_net().state_dict().items():
        if tensor.is_floating_point():
            tensors.add("start." + name, tensor)
    training = training_cases()
    for case in training:
        train(case, tensors)
    index = {"torch": torch.__version__, "classes": CLASSES, "labels": labels.tolist(), "training": training,
             "schedules": schedule_cases(), "plateau": plateau_cases(), "losses": loss_cases(tensors),
             "metrics": metric_cases(tensors), "tensors": tensors.places}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tensors.bin").write_bytes(struct.pack(f"<{len(tensors.values)}f", *tensors.values))
    (folder / "index.json").write_text(json.dumps(index, separators=(",", ":")) + "\n")


# --- optimizer files --------------------------------------------------------------------------------------------
FROM_SCHEDULERS = {"initial_lr", "max_lr", "min_lr", "max_momentum", "base_momentum"}


def check_states(folder):
    torch.set_num_threads(1)
    problems = []
    for case in training_cases():
        own = train(case, Tensors())
        saved = torch.load(folder / (case["name"] + ".pt"), weights_only=True)
        expected = own.state_dict()
        for group, ours in zip(expected["param_groups"], saved["param_groups"], strict=True):
            if group.keys() - FROM_SCHEDULERS != ours.keys():
                problems.append(f"{case['name']}: keys {sorted(group.keys() ^ ours.keys())}")
            if group["params"] != ours["params"] or group["param_names"] != ours["param_names"]:
                problems.append(f"{case['name']}: {ours['param_names']} for {group['param_names']}")
        if expected["state"].keys() != saved["state"].keys():
            problems.append(f"{case['name']}: state of {list(saved['state'])} for {list(expected['state'])}")
        for i in expected["state"].keys() & saved["state"].keys():
            if list(expected["state"][i]) != list(saved["state"][i]):
                problems.append(f"{case['name']}: state {list(saved['state'][i])} for {list(expected['state'][i])}")
                continue
            for key, tensor in expected["state"][i].items():
                if tensor.shape != saved["state"][i][key].shape or not torch.allclose(
                        tensor, saved["state"][i][key], rtol=1e-4, atol=5e-5):
                    problems.append(f"{case['name']}: {key} of parameter {i} differs")
        fresh = python_optimizer(case, start_net())
        fresh.load_state_dict(saved)
        for group in fresh.param_groups:
            for p in group["params"]:
                p.grad = torch.ones_like(p)
        fresh.step()
    print("\n".join(problems) or f"{len(training_cases())} optimizer files are as PyTorch's")
    return 1 if problems else 0


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--states":
        sys.exit(check_states(pathlib.Path(sys.argv[2])))
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(pathlib.Path(sys.argv[1]))
