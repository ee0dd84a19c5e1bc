public import Models

extension User.ID {
    /// An identifier from a literal. Throws if it is invalid.
    public static func fixture(_ text: String = "u-1") throws(InvalidValue) -> User.ID {
        try User.ID(text)
    }
}
