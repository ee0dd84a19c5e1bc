import Models

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
