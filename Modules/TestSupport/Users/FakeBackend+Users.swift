import Foundation
import HTTPTypes
import Models
import Networking

/// `/v2/users` and everything below it.
extension FakeBackend.State {
    mutating func users(
        _ request: FakeRequest, _ path: [String], _ caller: FakeUser?
    ) throws(FakeProblem) -> ServerResponse {
        switch (request.method, path.count) {
        case (.get, 0):
            try admin(caller)
            return try request.page(of: sortedUsers) { $0.json(origin: request.origin) }
        case (.post, 0):
            try admin(caller)
            return try create(request)
        case (.get, 1): return .object(users[try target(path[0], caller)].json(origin: request.origin))
        case (.put, 1), (.patch, 1): return try change(request, path[0], caller)
        case (.delete, 1): return try delete(path[0], caller)
        case (.post, 2) where path[1] == "avatar": return try saveAvatar(request, path[0], caller)
        case (.get, 2) where path[1] == "avatar": return try avatar(path[0], caller)
        default: throw .notFound
        }
    }

    /// The index of the user with that id, if the caller may see it: members see only themselves.
    func target(_ id: String, _ caller: FakeUser?) throws(FakeProblem) -> Int {
        let caller = try member(caller)
        guard caller.id == id || caller.role == .admin, let index = users.firstIndex(where: { $0.id == id }) else {
            throw .notFound
        }
        return index
    }

    /// Oldest first.
    private var sortedUsers: [FakeUser] { users.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) } }

    private mutating func create(_ request: FakeRequest) throws(FakeProblem) -> ServerResponse {
        var body = try FakeFields(request)
        let (name, email, about) = (body.required("name"), body.required("email"), body.optional("description"))
        let role = body.optional("role")
        if let role, Role(rawValue: role) == nil { body.note(.mistyped("role", expected: "member or admin")) }
        body.checkUser(name: name, email: email, about: about)
        try body.check()
        let user = FakeUser(
            id: "u-\(nextNumber())", email: email ?? "", name: name ?? "", role: Role(serverName: role ?? ""),
            about: about, now: request.now)
        try checkEmail(of: user)
        users.append(user)
        let location = "\(request.origin)/v2/users/\(user.id)"
        return .object(user.json(origin: request.origin), status: .created, fields: [.location: location])
    }

    /// PUT replaces the profile and requires every field. PATCH changes the given fields.
    private mutating func change(
        _ request: FakeRequest, _ id: String, _ caller: FakeUser?
    ) throws(FakeProblem) -> ServerResponse {
        let index = try target(id, caller)
        var body = try FakeFields(request)
        var user = users[index]
        let isReplaced = request.method == .put
        if isReplaced, !body.has("description") { body.note(.required("description")) }
        let name = isReplaced || body.has("name") ? body.required("name") : nil
        let email = isReplaced || body.has("email") ? body.required("email") : nil
        let about = body.optional("description")
        body.checkUser(name: name, email: email, about: about)
        try body.check()
        user.name = name ?? user.name
        user.email = email ?? user.email
        if body.has("description") { user.about = about }
        try checkEmail(of: user)
        if user != users[index] { user.updatedAt = request.now }
        users[index] = user
        return .object(user.json(origin: request.origin))
    }

    private mutating func delete(_ id: String, _ caller: FakeUser?) throws(FakeProblem) -> ServerResponse {
        users.remove(at: try target(id, caller))
        sessions.removeAll { $0.userID == id }
        return .empty(.noContent)
    }

    private func checkEmail(of user: FakeUser) throws(FakeProblem) {
        guard users.contains(where: { $0.id != user.id && $0.email.lowercased() == user.email.lowercased() }) else {
            return
        }
        throw .taken("email", title: "Email taken", "Another user has this email.")
    }
}

extension FakeFields {
    fileprivate mutating func checkUser(name: String?, email: String?, about: String?) {
        checkLine("name", name, limit: 100)
        checkEmail("email", email)
        checkParagraphs("description", about, limit: 1000)
    }
}

extension FakeUser {
    /// A user who can't log in, because it has no password.
    fileprivate init(id: String, email: String, name: String, role: Role, about: String?, now: Date) {
        self.id = id
        self.email = email
        self.name = name
        self.role = role
        self.about = about
        password = nil
        createdAt = now
        updatedAt = now
    }
}
