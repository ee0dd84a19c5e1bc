import Foundation
public import Models
public import Primitives

/// A user of a ``FakeBackend``.
public struct FakeUser: Sendable, Equatable {
    let id: String
    var email: String
    var name: String
    let role: Role
    var about: String?
    let password: Secret<String>?
    let createdAt: Date
    var updatedAt: Date
    var avatar: FakeAvatar?

    /// - Parameters:
    ///   - handle: the short name, from which id and email are derived: `ada` gives `u-ada` and `ada@example.com`.
    ///   - password: `nil` for a user who can't log in.
    ///   - day: the day in January 2026 on which the user was created.
    public init(
        _ handle: String, name: String, role: Role = .member, about: String? = nil, password: Secret<String>? = nil,
        day: Int = 1
    ) {
        id = "u-\(handle)"
        email = "\(handle)@example.com"
        self.name = name
        self.role = role
        self.about = about
        self.password = password
        createdAt = Date(timeIntervalSince1970: 1_767_258_000 + Double(day - 1) * 86_400)
        updatedAt = createdAt
    }

    /// The user as responses show it.
    ///
    /// - Parameter origin: the prefix of links.
    func json(origin: String) -> [String: Any] {
        [
            "id": id, "email": email, "name": name, "role": role.rawValue, "description": about ?? NSNull(),
            "avatar_url": avatar?.link(userID: id, origin: origin) ?? NSNull(),
            "created_at": Timestamp(createdAt).description, "updated_at": Timestamp(updatedAt).description,
        ]
    }
}
