/// What a rule found, and in how much.
struct Judgement: Sendable {
    var breaches: [Breach]
    var tally: Tally
}
