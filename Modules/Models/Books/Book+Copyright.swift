extension Book {
    /// The copyright of a book in the USA. The raw values are those of a query's `copyright` parameter.
    public enum Copyright: String, Sendable, Hashable, CaseIterable {
        /// Existing copyright; the API's `true`.
        case protected = "true"
        /// In the public domain; the API's `false`.
        case publicDomain = "false"
        /// Without information; the API's `null`.
        case unknown = "null"

        /// The copyright for a value of the API's JSON.
        public init(_ isProtected: Bool?) {
            switch isProtected {
            case true?: self = .protected
            case false?: self = .publicDomain
            case nil: self = .unknown
            }
        }
    }
}
