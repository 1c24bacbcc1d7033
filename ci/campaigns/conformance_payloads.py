"""Programs for conformance.py: open extents, loops of blocks, transfers that leave the memory, operations that fold."""

INTEGERS = ["i1", "i8", "i32", "i64", "index"]
FLOATS = ["f16", "f32", "f64"]


def extents(source, rank):
    """Extents of a shape, some of them open."""
    return [source.choice(["?", "?", "1", "4", "8"]) for _ in range(rank)]


def shape(kind, dims, element):
    return f"{kind}<{''.join(dim + 'x' for dim in dims)}{element}>"


def loop_of_blocks(source):
    ty = source.choice(INTEGERS[2:])
    step = source.choice([1, 2, 3])
    return f"""func.func @f(%n: {ty}, %p: i1) -> {ty} {{
  %c0 = arith.constant 0 : {ty}
  %c1 = arith.constant {step} : {ty}
  cf.br ^head(%c0 : {ty})
^head(%i: {ty}):
  %go = arith.cmpi {source.choice(["slt", "ult", "ne"])}, %i, %n : {ty}
  cf.cond_br %go, ^body, ^{source.choice(["exit", "side"])}
^body:
  %k = arith.addi %i, %c1 : {ty}
  {source.choice(["cf.br ^head(%k : " + ty + ")", "cf.cond_br %p, ^head(%k : " + ty + "), ^exit"])}
^side:
  cf.br ^exit
^exit:
  return %i : {ty}
}}
"""


def transfer(source):
    rank = source.choice([1, 2, 2, 3])
    dims = extents(source, rank)
    element = source.choice(["f32", "i32", "i8"])
    memory = shape(source.choice(["memref", "memref", "tensor"]), dims, element)
    lanes = source.choice([1, rank]) if rank > 1 else 1
    vector = shape("vector", [source.choice(["2", "4", "16"]) for _ in range(lanes)], element)
    at = ", ".join(source.choice(["%i", "%c0", "%c3"]) for _ in range(rank))
    zero = "0.0" if element == "f32" else "0"
    bounds = source.choice(["", f" {{in_bounds = [{', '.join(source.choice(['true', 'false']) for _ in range(lanes))}]}}"])
    constants = f"""  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant {zero} : {element}
"""
    if memory.startswith("memref") and source.random() < 0.5:
        return f"func.func @f(%m: {memory}, %i: index, %v: {vector}) {{\n{constants}  vector.transfer_write %v, %m[{at}]{bounds} : {vector}, {memory}\n  return\n}}\n"
    return f"func.func @f(%m: {memory}, %i: index) -> {vector} {{\n{constants}  %v = vector.transfer_read %m[{at}], %z{bounds} : {memory}, {vector}\n  return %v : {vector}\n}}\n"


def linalg(source):
    rank = source.choice([1, 2])
    dims = extents(source, rank)
    element = source.choice(["f32", "i32"])
    kind = source.choice(["memref", "memref", "tensor"])
    ty = shape(kind, dims, element)
    names = ", ".join(f"d{at}" for at in range(rank))
    ins = f"affine_map<({names}) -> ({names})>"
    iterators = ", ".join('"parallel"' for _ in range(rank))
    op = source.choice(["add", "mul"]) + ("f" if element == "f32" else "i")
    result = f" -> {ty}" if kind == "tensor" else ""
    ends = f"  return %r : {ty}\n" if kind == "tensor" else "  return\n"
    head = "%r = " if kind == "tensor" else ""
    first = "%a"
    more, extra = "", ""
    if source.random() < 0.3 and kind == "memref":
        extra = f", %s: memref<{rank}xindex>, %flat: memref<?x{element}>"
        whole = shape("memref", ["?"] * rank, element)
        more = f"  %w = memref.reshape %flat(%s) : (memref<?x{element}>, memref<{rank}xindex>) -> {whole}\n"
        first = "%w"
        return f"""func.func @f(%a: {whole}, %b: {whole}{extra}) {{
{more}  linalg.generic {{indexing_maps = [{ins}, {ins}], iterator_types = [{iterators}]}} ins({first} : {whole}) outs(%b : {whole}) {{
  ^bb0(%x: {element}, %y: {element}):
    %s0 = arith.{op} %x, %y : {element}
    linalg.yield %s0 : {element}
  }}
  return
}}
"""
    return f"""func.func @f(%a: {ty}, %b: {ty}){result} {{
  {head}linalg.generic {{indexing_maps = [{ins}, {ins}], iterator_types = [{iterators}]}} ins({first} : {ty}) outs(%b : {ty}) {{
  ^bb0(%x: {element}, %y: {element}):
    %s0 = arith.{op} %x, %y : {element}
    linalg.yield %s0 : {element}
  }}{result and ' -> ' + ty}
{ends}}}
"""


def folds(source):
    """Operations on constants, of the dialects that fold."""
    lines, last = ["  %a = arith.constant 5 : i32", "  %b = arith.constant 3 : i32", "  %x = arith.constant 2.0 : f32",
                   "  %i = arith.constant 4 : index"], "%a"
    choices = ["  %{n} = arith.addi %a, %b : i32", "  %{n} = arith.muli %a, %a : i32", "  %{n} = arith.cmpi slt, %a, %b : i32",
               "  %{n} = arith.addf %x, %x : f32", "  %{n} = math.absf %x : f32", "  %{n} = math.sqrt %x : f32",
               "  %{n} = math.ctpop %a : i32", "  %{n} = math.fpowi %x, %a : f32, i32", "  %{n} = math.exp %x : f32",
               "  %{n} = math.ipowi %a, %b : i32", "  %{n} = math.powf %x, %x : f32", "  %{n} = math.tanh %x : f32",
               "  %{n} = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)", "  %{n} = index.constant 3",
               "  %{n} = index.add %i, %i", "  %{n} = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>",
               "  %{n} = complex.create %x, %x : complex<f32>", "  %{n} = arith.shli %a, %a : i32",
               "  %{n} = vector.broadcast %x : f32 to vector<4xf32>", "  %{n} = arith.index_cast %i : index to i64",
               "  %{n} = arith.remsi %a, %b : i32", "  %{n} = arith.floordivsi %a, %b : i32"]
    users = []
    for number in range(source.randint(2, 6)):
        lines.append(source.choice(choices).replace("{n}", f"r{number}"))
        users.append(f"%r{number}")
    types = []
    for line in lines[4:]:
        op = line.split("= ")[1]
        types.append("i1" if "cmpi" in op else "complex<f32>" if "complex." in op else "vector<4xf32>" if "vector." in op
                     else "i64" if "index_cast" in op else "index" if op.startswith(("affine", "index")) else op.split(" : ")[1].split(",")[0])
    keep = ", ".join(users)
    kinds = ", ".join(types)
    return f"func.func @f() -> ({kinds}) {{\n" + "\n".join(lines) + f"\n  return {keep} : {kinds}\n}}\n"


def views(source):
    rank = source.choice([1, 2])
    dims = extents(source, rank)
    memory = shape("memref", dims, "f32")
    dim = source.randrange(rank)
    offsets = ", ".join(["%i"] + [source.choice(["%i", "0"]) for _ in range(rank - 1)])
    sizes = ", ".join(source.choice(["%n", "1"]) for _ in range(rank))
    extent = "x".join("?" if size == "%n" else "1" for size in sizes.split(", "))
    result = f"memref<{extent}xf32, strided<[{', '.join(['?'] * (rank - 1) + ['1'])}], offset: ?>>"
    at = ", ".join(["%c0"] * rank)
    return f"""func.func @f(%m: {memory}, %i: index, %n: index) -> index {{
  %c0 = arith.constant 0 : index
  %c = arith.constant {dim} : index
  %d = memref.dim %m, %c : {memory}
  %cast = memref.cast %m : {memory} to {shape("memref", ["?"] * rank, "f32")}
  %s = memref.subview %cast[{offsets}] [{sizes}] [{', '.join(['1'] * rank)}] : {shape("memref", ["?"] * rank, "f32")} to {result}
  %v = memref.load %s[{at}] : {result}
  memref.store %v, %m[{at}] : {memory}
  return %d : index
}}
"""


def loops(source):
    bound = source.choice(["%n", "%c10"])
    step = source.choice(["%c1", "%c3", "%n"])
    carried = source.random() < 0.5
    if carried:
        return f"""func.func @f(%m: memref<?xf32>, %n: index) -> f32 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %z = arith.constant 0.0 : f32
  %s = scf.for %i = %c0 to {bound} step {step} iter_args(%acc = %z) -> (f32) {{
    %v = memref.load %m[%i] : memref<?xf32>
    %t = arith.addf %acc, %v : f32
    scf.yield %t : f32
  }}
  return %s : f32
}}
"""
    return f"""func.func @f(%m: memref<?xf32>, %n: index, %v: f32) {{
  affine.for %i = {source.choice(["0", "%n"])} to {source.choice(["10", "%n"])} step {source.choice([1, 3])} {{
    affine.store %v, %m[%i] : memref<?xf32>
  }}
  return
}}
"""


KINDS = [loop_of_blocks, transfer, linalg, folds, views, loops]


def drawn(source):
    """A program of a kind, both drawn by the source."""
    return source.choice(KINDS)(source)
