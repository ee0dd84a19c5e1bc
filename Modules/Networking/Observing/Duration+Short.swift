extension Duration {
    /// For logs: three digits at most before the unit.
    var short: String {
        let milliseconds = self / .milliseconds(1)
        if milliseconds < 1_000 { return "\((milliseconds * 10).rounded() / 10) ms" }
        return "\((milliseconds / 10).rounded() / 100) s"
    }
}
