!w = i8
func.func @avg(%x: !w, %y: !w) -> !w attributes {assay.meaning = "lane.avg", assay.elementwise} {
  %one = arith.constant 1 : !w  %both = arith.andi %x, %y : !w  %either = arith.xori %x, %y : !w
  %half = arith.shrui %either, %one : !w  %r = arith.addi %both, %half : !w  return %r : !w }
func.func @sat_add(%x: !w, %y: !w) -> !w attributes {assay.meaning = "lane.sat_add", assay.elementwise} {
  %most = arith.constant -1 : !w  %s, %over = arith.addui_extended %x, %y : !w, i1
  %r = arith.select %over, %most, %s : !w  return %r : !w }
func.func @sat_sub(%x: !w, %y: !w) -> !w attributes {assay.meaning = "lane.sat_sub", assay.elementwise} {
  %most = arith.maxui %x, %y : !w  %r = arith.subi %most, %y : !w  return %r : !w }
func.func @absdiff(%x: !w, %y: !w) -> !w attributes {assay.meaning = "lane.absdiff", assay.elementwise} {
  %a = arith.maxui %x, %y : !w  %b = arith.minui %x, %y : !w  %r = arith.subi %a, %b : !w  return %r : !w }
func.func @mulhi(%x: !w, %y: !w) -> !w attributes {assay.meaning = "lane.mulhi", assay.elementwise} {
  %low, %high = arith.mului_extended %x, %y : !w  return %high : !w }
func.func @rotl(%x: !w, %y: !w, %w: !w {assay.width = !w}) -> !w attributes {assay.meaning = "lane.rotl", assay.elementwise} {
  %by = arith.remui %y, %w : !w  %rest = arith.subi %w, %by : !w  %back = arith.remui %rest, %w : !w
  %a = arith.shli %x, %by : !w  %b = arith.shrui %x, %back : !w  %r = arith.ori %a, %b : !w  return %r : !w }
func.func @clamp(%x: !w, %l: i64 {assay.attribute = "lo"}, %h: i64 {assay.attribute = "hi"}) -> !w attributes {assay.meaning = "lane.clamp"} {
  %lo = arith.trunci %l : i64 to !w  %hi = arith.trunci %h : i64 to !w
  %a = arith.maxsi %x, %lo : !w  %r = arith.minsi %a, %hi : !w  return %r : !w }
func.func @shift(%x: !w, %d: i2 {assay.attribute = "direction", assay.cases = [0 : i32, 1 : i32, 2 : i32]},
                 %bits: i64 {assay.attribute = "bits"}) -> !w attributes {assay.meaning = "lane.shift"} {
  %left = arith.constant 0 : i2  %logical = arith.constant 1 : i2  %is_left = arith.cmpi eq, %d, %left : i2
  %is_logical = arith.cmpi eq, %d, %logical : i2  %n = arith.trunci %bits : i64 to !w
  %a = arith.shli %x, %n : !w  %b = arith.shrui %x, %n : !w  %c = arith.shrsi %x, %n : !w
  %right = arith.select %is_logical, %b, %c : !w  %r = arith.select %is_left, %a, %right : !w  return %r : !w }
func.func @parity(%x: i8) -> i1 attributes {assay.meaning = "lane.parity"} {
  %ones = math.ctpop %x : i8  %r = arith.trunci %ones : i8 to i1  return %r : i1 }
func.func @mux(%c: i1, %x: !w, %y: !w) -> !w attributes {assay.meaning = "lane.mux"} {
  %r = arith.select %c, %x, %y : !w  return %r : !w }
func.func @widen(%x: i8) -> i16 attributes {assay.meaning = "lane.widen"} {
  %r = arith.extui %x : i8 to i16  return %r : i16 }
func.func @narrow(%x: i16) -> i8 attributes {assay.meaning = "lane.narrow"} {
  %r = arith.trunci %x : i16 to i8  return %r : i8 }
