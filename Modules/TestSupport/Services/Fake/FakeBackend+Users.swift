import Foundation
import Models
import Networking
import Primitives

extension FakeBackend {
    func me(_ access: Secret<String>) throws(NetworkError) -> User {
        let request = request("me()", .get, "/users/me")
        let now = time.now
        return try response(request) { state throws(NetworkError) in try state.caller(access, at: now, request) }
    }

    func user(_ id: User.ID, _ access: Secret<String>) throws(NetworkError) -> User {
        let request = request("user(_:)", .get, "/users/\(id)")
        let now = time.now
        return try response(request) { state throws(NetworkError) in
            try state.target(id, access, at: now, request).user
        }
    }

    func users(_ page: PageRequest, _ access: Secret<String>) throws(NetworkError) -> Page<User> {
        let request = request("users(_:)", .get, "/users?page=‹redacted›&per_page=‹redacted›")
        let now = time.now
        return try response(request) { state throws(NetworkError) in
            guard try state.caller(access, at: now, request).role == .admin else {
                throw request.refusal(403, "forbidden", "Only an admin may do this.")
            }
            let all = Self.sorted(state.people.values.map(\.user))
            let items = all.dropFirst((page.number - 1) * page.size).prefix(page.size)
            return Page(items: Array(items), number: page.number, size: page.size, total: all.count)
        }
    }

    /// Applies `patch`; nothing changed leaves the date of the last change as it was.
    func update(
        _ id: User.ID, with patch: ProfilePatch, _ request: FakeRequest, _ access: Secret<String>
    ) throws(NetworkError) -> User {
        let now = time.now
        return try response(request) { state throws(NetworkError) in
            var person = try state.target(id, access, at: now, request)
            let before = person.user
            if let name = patch.name { person.user.name = name }
            if let email = patch.email { person.user.email = email }
            switch patch.about {
            case .unchanged: break
            case .cleared: person.user.about = nil
            case .set(let about): person.user.about = about
            }
            try state.check(person.user, request)
            if person.user != before { person.user.updatedAt = now }
            state.people[id] = person
            return person.user
        }
    }

    func delete(_ id: User.ID, _ access: Secret<String>) throws(NetworkError) {
        let request = request("deleteUser(_:)", .delete, "/users/\(id)")
        let now = time.now
        try response(request) { state throws(NetworkError) in
            _ = try state.target(id, access, at: now, request)
            state.people[id] = nil
            state.sessions.removeAll { $0.userID == id }
        }
    }

    /// Keeps the address of a new picture. An avatar is no part of the profile, so no change is dated.
    func setAvatar(
        of id: User.ID, digest: String, _ access: Secret<String>
    ) throws(NetworkError) -> (url: URL, uploadedAt: Date) {
        let request = request("uploadAvatar(of:form:)", .post, "/users/\(id)/avatar")
        let url = environment.baseURL.appending(path: "v2/users/\(id)/avatar")
            .appending(queryItems: [URLQueryItem(name: "v", value: String(digest.prefix(16)))])
        let now = time.now
        return try response(request) { state throws(NetworkError) in
            var person = try state.target(id, access, at: now, request)
            person.user.avatarURL = url
            state.people[id] = person
            return (url, now)
        }
    }
}

extension FakeBackend.State {
    /// The person with that id, if the caller may touch them: oneself, or anybody for an administrator.
    func target(
        _ id: User.ID, _ access: Secret<String>, at now: Date, _ request: FakeRequest
    ) throws(NetworkError) -> FakePerson {
        let caller = try caller(access, at: now, request)
        guard caller.id == id || caller.role == .admin, let person = people[id] else { throw request.notFound }
        return person
    }

    func check(_ user: User, _ request: FakeRequest) throws(NetworkError) {
        if people.values.contains(where: { $0.user.id != user.id && FakeBackend.isSame($0.user.email, user.email) }) {
            let message = "Another user has this email."
            throw request.refusal(409, "email_taken", message, fields: [.init(field: "email", message: message)])
        }
        if let about = user.about, about.unicodeScalars.count > 1_000 {
            let field = HTTPFailure.FieldFailure(field: "description", message: "This has at most 1000 characters.")
            throw request.refusal(422, "validation_failed", "Some fields are not acceptable.", fields: [field])
        }
    }
}
