public import Models

extension UserID {
    /// An identifier from a literal. Throws if it is invalid.
    public static func fixture(_ text: String = "u-1") throws(InvalidValue) -> UserID {
        try UserID(text)
    }
}
