/// A row of the miniature's vocabulary.
struct MiniaturePhrase: Encodable {
    var id = "color"
    var patterns = ["(the|a) colou?r"]
    var say = "\"tint\""
    var reason = "the design's word"
    var enforced = true
    var places: [String]?
    var breach = ["The color is red."]
    var clean = ["The colors are `the color`."]
}
