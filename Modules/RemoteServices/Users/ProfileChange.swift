import Foundation
import Models
import Networking
import Persistence

/// A change of the account's own profile, as the outbox stores it.
enum ProfileChange: OutboxChange {
    /// Changes some fields. `base` is the profile that the user has seen; `nil` if this machine never had it.
    case update(User.ID, ProfilePatch, base: Profile?)
    /// Replaces the profile, whatever the server has.
    case replace(User.ID, Profile)

    static var kind: String { "profile" }

    var id: User.ID {
        switch self {
        case .update(let id, _, _), .replace(let id, _): id
        }
    }

    var itemID: String { id.text }

    var summary: String {
        switch self {
        case .update: "change your profile"
        case .replace: "replace your profile"
        }
    }

    func request() -> ChangeRequest {
        switch self {
        case .update(let id, let patch, _): ChangeRequest(.patch, "/users/\(id.text)", body: patch, isConditional: true)
        case .replace(let id, let profile): ChangeRequest(.put, "/users/\(id.text)", body: profile)
        }
    }

    func merged(with later: ProfileChange) -> MergedChange<ProfileChange> {
        switch (self, later) {
        case (.update(_, let first, let base), .update(let id, let second, _)):
            .replace(.update(id, first.merged(with: second), base: base))
        case (.replace(_, let profile), .update(let id, let patch, _)):
            .replace(.replace(id, patch.applied(to: profile)))
        case (_, .replace): .replace(later)
        }
    }

    /// Compares the profile that the user has seen, the changed one and the server's. A field is in conflict if this
    /// machine and the server have changed it to different values.
    func rebased(on current: Data) throws -> RebasedChange<ProfileChange> {
        guard case .update(let id, let patch, let base) = self else { return .same }
        let theirs = try Self.user(current).profile
        let ours = patch.applied(to: theirs)
        if ours == theirs { return .done }
        guard let base else { return .same }
        var fields: [String] = []
        func compare<Value: Equatable>(
            _ name: String, _ isChanged: Bool, _ field: KeyPath<Profile, Value>, _ text: String
        ) {
            if isChanged, theirs[keyPath: field] != base[keyPath: field], theirs[keyPath: field] != ours[keyPath: field]
            {
                fields.append("\(name) to “\(text)”")
            }
        }
        compare("the name", patch.name != nil, \.name, theirs.name.text)
        compare("the email address", patch.email != nil, \.email, theirs.email.text)
        compare("the text about you", patch.about != .unchanged, \.about, theirs.about ?? "")
        if fields.isEmpty { return .same }
        let reason =
            "Your profile was also changed elsewhere: \(fields.joined(separator: " and ")). Retry this change to "
            + "overwrite that, or discard it."
        return .conflict(.update(id, patch, base: theirs), reason: reason)
    }

    func store(
        _ response: Data, of owner: DataOwner, in records: any RecordStorage, at now: Date
    ) async throws(StoreError) {
        guard let user = try? Self.user(response) else { return }
        try await RecordStore.users(of: owner, in: records).save(user, storedAt: now, ifStill: nil)
    }

    func apply(to user: inout User) {
        switch self {
        case .update(_, let patch, _): user.profile = patch.applied(to: user.profile)
        case .replace(_, let profile): user.profile = profile
        }
    }

    /// The user in the server's response.
    static func user(_ response: Data) throws -> User {
        try JSONCoding().decode(User.self, from: response)
    }
}

extension OutboxKind {
    /// Changing the account's own profile.
    public static var profile: OutboxKind { OutboxKind(ProfileChange.self) }
}

extension RecordStore<User> {
    static func users(of owner: DataOwner, in records: any RecordStorage) -> Self {
        RecordStore("users", of: owner, in: records)
    }
}
