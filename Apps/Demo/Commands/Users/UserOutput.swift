import Foundation
import Models

/// A user as output. Its JSON is part of the command-line interface, not of any API.
struct UserOutput: Encodable {
    let id: String
    let name: String
    let email: String
    let role: String
    let about: String?
    let avatarURL: String?
    let createdAt: Timestamp?
    let updatedAt: Timestamp?

    enum CodingKeys: String, CodingKey {
        case id, name, email, role, about
        case avatarURL = "avatar_url"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    init(_ user: User) {
        id = user.id.text
        name = user.name.text
        email = user.email.text
        role = user.role.rawValue
        about = user.about
        avatarURL = user.avatarURL?.absoluteString
        createdAt = user.createdAt.map { Timestamp($0) }
        updatedAt = user.updatedAt.map { Timestamp($0) }
    }

    func show(on terminal: Terminal, json: Bool) throws {
        try terminal.show(
            self,
            [
                ("id", id), ("name", name), ("email", email), ("role", role), ("about", about ?? ""),
                ("avatar", avatarURL ?? ""),
                ("since", createdAt.flatMap { InternetDateTime.format($0.date, precision: .seconds) } ?? ""),
            ], json: json)
    }
}

/// A page of users as output.
struct PageOutput: Encodable {
    let items: [UserOutput]
    let page: Int
    let pages: Int
    let total: Int

    init(_ page: Page<User>) {
        items = page.items.map(UserOutput.init)
        self.page = page.number
        pages = page.pageCount
        total = page.total
    }

    func show(on terminal: Terminal, json: Bool) throws {
        guard !json else { return terminal.print(try JSONOutput.text(self)) }
        let table = Table(
            header: ["ID", "NAME", "EMAIL", "ROLE"], rows: items.map { [$0.id, $0.name, $0.email, $0.role] })
        for line in table.lines(terminal) { terminal.print(line) }
        terminal.print(terminal.dim("page \(page) of \(pages), \(total) users"))
    }
}
