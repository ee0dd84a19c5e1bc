import Foundation
import Testing

@testable import Workbench

@Suite struct FeatureAdditionTests {
    /// A workspace with the template feature WorkLogs in one module, and two marked lines in another file.
    private static var withTemplate: MiniatureWorkspace {
        var workspace = MiniatureWorkspace()
        workspace.features = [
            Feature(
                name: "WorkLogs", singular: "WorkLog", sample: false, paths: ["Docs/work-logs.md"],
                template: "task:String hours:Decimal breaks:Int billable:Bool startedAt:Date note:String?")
        ]
        workspace.files["Docs/work-logs.md"] = "# Work logs\n\nA work log, `/v2/work-logs`.\n"
        workspace.files["Docs/work-logs.md"]? += """

            ```console
            id          work-log-1
            task        Reading
            hours       1.5
            breaks      2
            billable    true
            started at  2026-03-01T09:00:00.000Z
            note        Chapter 3
            ```

            """
        workspace.files["Modules/Feature/WorkLogs/Options.swift"] = """
            @Option(help: "A text.") var task: String
            @Option(help: "A number, such as 12.5.") var hours: Decimal
            @Option(help: "A whole number.") var breaks: Int
            @Flag(help: "True if the option is given.") var billable = false
            @Option(help: "A moment, such as 2026-03-01T09:00:00Z.") var startedAt: Timestamp
            @Option(help: "May be absent.") var note: String?
            """
        workspace.files["Modules/Feature/WorkLogs/NewWorkLog.swift"] = """
            public import Foundation

            /// A work log to add, such as a ``WorkLog``.
            public struct NewWorkLog {
                let task: String
                let hours: Decimal
                let breaks: Int
                let billable: Bool
                let startedAt: Timestamp
                let note: String?

                enum CodingKeys: String, CodingKey {
                    case id
                    case task = "task"
                    case hours = "hours"
                    case breaks = "breaks"
                    case billable = "billable"
                    case startedAt = "started_at"
                    case note = "note"
                }

                let labels = [
                    ("task", "\\(task)"),
                    ("hours", "\\(hours)"),
                    ("breaks", "\\(breaks)"),
                    ("billable", "\\(billable)"),
                    ("started at", "\\(startedAt)"),
                    ("note", note.map { "\\($0)" } ?? ""),
                ]
            }

            let workLog = NewWorkLog(
                task: "Reading",
                hours: 1.5,
                breaks: 2,
                billable: true,
                startedAt: Timestamp(milliseconds: 1_772_355_600_000),
                note: "Chapter 3",
            )
            """
        workspace.files["Modules/Feature/Feature.swift"] = """
            import Core  // feature: WorkLogs

            let all = [
                workLogs,  // feature: WorkLogs
                others,
            ]
            """
        return workspace
    }

    private func adding(
        _ name: String, plural: String? = nil, fields: String = "name:String note:String?",
        to workspace: MiniatureWorkspace = withTemplate, check: (FileTree, WorkspaceChange) throws -> Void = { _, _ in }
    ) async throws {
        try await workspace.written { root, _ in
            let tree = FileTree(root: root)
            let list = try FeatureWorkspace(tree: tree).list()
            let name = try FeatureName(singular: name, plural: plural)
            let addition = FeatureAddition(list: list, name: name, fields: try FeatureField.fields(fields))
            try check(tree, try addition.change(in: tree))
        }
    }

    @Test("each field gets the line of the template's field of its type, in every group")
    func fields() async throws {
        try await adding(
            "Invoice", fields: "number:String total:Decimal isPaid:Bool? tax:Decimal due:Date? note:String?"
        ) {
            _, change in
            let text = try #require(change.text(of: "Modules/Feature/Invoices/NewInvoice.swift"))
            #expect(
                text == """
                    public import Foundation

                    /// An invoice to add, such as an ``Invoice``.
                    public struct NewInvoice {
                        let number: String
                        let total: Decimal
                        let isPaid: Bool?
                        let tax: Decimal
                        let due: Timestamp?
                        let note: String?

                        enum CodingKeys: String, CodingKey {
                            case id
                            case number = "number"
                            case total = "total"
                            case isPaid = "is_paid"
                            case tax = "tax"
                            case due = "due"
                            case note = "note"
                        }

                        let labels = [
                            ("number", "\\(number)"),
                            ("total", "\\(total)"),
                            ("is paid", isPaid.map { "\\($0)" } ?? ""),
                            ("tax", "\\(tax)"),
                            ("due", due.map { "\\($0)" } ?? ""),
                            ("note", note.map { "\\($0)" } ?? ""),
                        ]
                    }

                    let invoice = NewInvoice(
                        number: "Number 1",
                        total: 1.5,
                        isPaid: true,
                        tax: 2.5,
                        due: Timestamp(milliseconds: 1_772_355_600_000),
                        note: "Note 1",
                    )
                    """)
        }
    }

    @Test("the output in a page and the help texts fit the new fields, and a second field of a type has other values")
    func documents() async throws {
        let fields = "total:Decimal tax:Decimal? dueOn:Date paidOn:Date? title:String"
        try await adding("Invoice", fields: fields) { _, change in
            let page = try #require(change.text(of: "Docs/invoices.md"))
            #expect(
                page.contains(
                    """
                    id       invoice-1
                    total    1.5
                    tax      2.5
                    due on   2026-03-01T09:00:00.000Z
                    paid on  2026-03-02T09:00:00.000Z
                    title    Title 1
                    ```
                    """))
            #expect(
                change.text(of: "Modules/Feature/Invoices/Options.swift") == """
                    @Option(help: "A number, such as 12.5.") var total: Decimal
                    @Option(help: "Such as 1.5. May be absent.") var tax: Decimal?
                    @Option(help: "A moment, such as 2026-03-01T09:00:00Z.") var dueOn: Timestamp
                    @Option(help: "Such as 2026-03-02T09:00:00Z. May be absent.") var paidOn: Timestamp?
                    @Option(help: "A text.") var title: String
                    """)
            let text = try #require(change.text(of: "Modules/Feature/Invoices/NewInvoice.swift"))
            #expect(text.contains(#"("tax", tax.map { "\($0)" } ?? "")"#))
        }
    }

    @Test("a public import that only the template's fields need is left out")
    func unusedImport() async throws {
        try await adding("Invoice") { _, change in
            let text = try #require(change.text(of: "Modules/Feature/Invoices/NewInvoice.swift"))
            #expect(text.hasPrefix("/// An invoice"))
        }
    }

    @Test(
        "a page, a marked line and an entry are copied, and a line that is the same for all names the new feature too")
    func registration() async throws {
        try await adding("CreditNote") { tree, change in
            let page = try #require(change.text(of: "Docs/credit-notes.md"))
            #expect(page.hasPrefix("# Credit notes\n\nA credit note, `/v2/credit-notes`.\n"))
            #expect(
                change.text(of: "Modules/Feature/Feature.swift") == """
                    import Core  // feature: WorkLogs, CreditNotes

                    let all = [
                        workLogs,  // feature: WorkLogs
                        creditNotes,  // feature: CreditNotes
                        others,
                    ]
                    """)
            try change.apply()
            #expect(try FeatureWorkspace(tree: tree).list().features.last?.paths == ["Docs/credit-notes.md"])
        }
    }

    @Test("a second feature follows the first, and removing both restores every byte")
    func undo() async throws {
        try await Self.withTemplate.written { root, _ in
            let tree = FileTree(root: root)
            let features = FeatureWorkspace(tree: tree)
            func texts() throws -> [String: String] {
                Dictionary(uniqueKeysWithValues: try tree.sources().map { ($0, try tree.text(of: $0)) })
            }
            let before = try texts()
            for name in ["Invoice", "CreditNote"] {
                let name = try FeatureName(singular: name, plural: nil)
                let fields = try FeatureField.fields("name:String")
                try FeatureAddition(list: try features.list(), name: name, fields: fields).change(in: tree).apply()
            }
            let lines = try tree.text(of: "Modules/Feature/Feature.swift")
            #expect(lines.contains("invoices,  // feature: Invoices\n    creditNotes,"))
            for name in ["Invoice", "CreditNotes"] {
                let list = try features.list()
                let removal = FeatureRemoval(list: list, removed: try list.features(named: [name]))
                try removal.change(in: tree).change.apply()
            }
            let after = try texts()
            #expect(Set(after.keys) == Set(before.keys))
            #expect(after.filter { before[$0.key] != $0.value } == [:])
        }
    }

    @Test(
        "a name that the workspace uses is refused",
        arguments: [
            ("WorkLog", "lists a feature"), ("Core", "a module"), ("Extra", "declares a type Extra"),
            ("Doubles", "a module"),
            ("NewWorkLog", "declares a type NewWorkLog"),
        ])
    func takenNames(name: String, reason: String) async throws {
        let error = await #expect(throws: FeatureError.self) {
            var workspace = Self.withTemplate
            workspace.append("public struct Extra {}", to: "Modules/Core/Types.swift")
            try await adding(name, to: workspace)
        }
        #expect(error?.localizedDescription.contains(reason) == true)
    }

    @Test("a template whose line names two fields, or whose group lacks one, is refused with the line")
    func unusableTemplate() async throws {
        for (line, number) in [("let sum = hours + breaks", 40), ("// A note.", 40)] {
            var workspace = Self.withTemplate
            workspace.append(line, to: "Modules/Feature/WorkLogs/NewWorkLog.swift")
            let error = await #expect(throws: FeatureError.self) { try await adding("Invoice", to: workspace) }
            #expect(
                error?.localizedDescription.hasPrefix("Modules/Feature/WorkLogs/NewWorkLog.swift:\(number): ") == true)
        }
    }

    @Test("a comment that a longer name makes too long is wrapped, and its words stay in order")
    func wrapping() {
        let long = "/// " + String(repeating: "word ", count: 23) + "credit note"
        #expect(
            [long, "/// end of it", "code"].wrappingComments(at: 120) == [
                "/// " + String(repeating: "word ", count: 22) + "word", "/// credit note end of it", "code",
            ])
    }
}
