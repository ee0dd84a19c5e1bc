public import Foundation
public import Models

extension User {
    /// A user with defaults. Optional fields are `nil` by default.
    public static func fixture(
        id: String = "u-1", name: String = "Ada Lovelace", email: String = "ada@example.com", role: Role = .member,
        about: String? = nil, avatarURL: URL? = nil, createdAt: Date? = nil, updatedAt: Date? = nil
    ) throws(InvalidValue) -> User {
        User(
            id: try ID(id), name: try DisplayName(name), email: try EmailAddress(email), role: role, about: about,
            avatarURL: avatarURL, createdAt: createdAt, updatedAt: updatedAt)
    }

    /// A user with a value in every optional field. All values differ from one another and from the defaults of
    /// `fixture`.
    public static func completeFixture(id: String = "u-1") throws(InvalidValue) -> User {
        try fixture(
            id: id, name: "Grace Hopper", email: "grace@example.com", role: .admin, about: "“Amazing Grace”\n\t😀",
            avatarURL: URL(string: "https://cdn.example.com/a/1.png?size=2%20x"),
            createdAt: Date(timeIntervalSince1970: 1_769_851_800.123),
            updatedAt: Date(timeIntervalSince1970: 1_769_851_801.999))
    }
}
