"""Writes the net as ONNX with half-precision weights, which OpenCV runs without any other library."""

from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from vision.training.net import LAYERS, OUTPUTS


def write(plain: dict[str, NDArray[np.float32]], path: Path) -> None:
    """`plain` are the kernels (h, w, in, out) and biases of `net.folded`."""
    weights: list[onnx.TensorProto] = []
    nodes: list[onnx.NodeProto] = []

    def conv(name: str, value: str) -> str:
        kernel, step = next((k, s) for n, k, _, _, s in LAYERS if n == name)
        half = plain[name].transpose(3, 2, 0, 1).astype(np.float16).copy()
        weights.append(numpy_helper.from_array(half, name))
        weights.append(numpy_helper.from_array(plain[name + "_bias"].astype(np.float16), name + "_bias"))
        pads, shape = [kernel // 2] * 4, [kernel, kernel]
        inputs = [value, name, name + "_bias"]
        nodes.append(
            helper.make_node("Conv", inputs, [name + "1"], kernel_shape=shape, strides=[step, step], pads=pads)
        )
        return name + "1"

    def relu(*values: str) -> str:
        value = values[0]
        if len(values) == 2:
            nodes.append(helper.make_node("Add", list(values), [value + "_sum"]))
            value += "_sum"
        nodes.append(helper.make_node("Relu", [value], [value + "_relu"]))
        return value + "_relu"

    fine = relu(conv("b", relu(conv("a", "picture"))))
    fine = relu(conv("d", relu(conv("c", fine))), fine)
    wide = relu(conv("e", fine))
    wide = relu(conv("g", relu(conv("f", wide))), wide)
    weights.append(numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), "twice"))
    how = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    nodes.append(helper.make_node("Resize", [conv("u", wide), "", "twice"], ["up"], **how))
    last = conv("o", relu(conv("h", relu("up", fine))))
    ends = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, channels, None, None])
        for name, channels in (("picture", 3), (last, OUTPUTS))
    ]
    graph = helper.make_graph(nodes, "dice", ends[:1], ends[1:], weights)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), str(path))
