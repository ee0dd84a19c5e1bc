import Services

extension ServiceFailure {
    /// The failure that a failing double throws.
    static func unexpectedCall(_ name: String, _ origin: DoubleOrigin) -> ServiceFailure {
        let call = origin.unexpectedCall(name)
        return .storage(reason: call.description, underlying: call)
    }
}
