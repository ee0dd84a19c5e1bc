/// The breaches that a rule found, and how much it judged.
struct Judgement: Sendable {
    var breaches: [Breach]
    var tally: Tally
}
