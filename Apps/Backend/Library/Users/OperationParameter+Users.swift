extension OperationParameter {
    static let userID = Self(
        place: .path, name: "id", summary: "The user's id.",
        schema: .text(length: 1...200, example: "u-grace"))
}
