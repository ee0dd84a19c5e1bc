import Testing

@testable import Workbench

@Suite struct ProjectNameTests {
    @Test("a name has three forms, and digits stay")
    func forms() throws {
        let name = try ProjectName("Heron2Go")
        #expect((name.title, name.lower, name.upper) == ("Heron2Go", "heron2go", "HERON2GO"))
    }

    @Test(
        "a name that no type can have, or whose forms are the same, is refused with the reason",
        arguments: [
            ("", NameRefusal.empty), ("my-app", .character("-", in: "my-app")), ("A b", .character(" ", in: "A b")),
            ("Café", .character("é", in: "Café")), ("a/../b", .character("/", in: "a/../b")),
            ("2Go", .leadingDigit("2Go")), ("heron", .lowerCase("heron")), ("HERON", .upperCase("HERON")),
            ("A2", .upperCase("A2")), ("Import", .keyword("import", in: "Import")), ("Any", .keyword("Any", in: "Any")),
            ("Type", .keyword("Type", in: "Type")),
        ])
    func refused(text: String, refusal: NameRefusal) {
        #expect(throws: refusal) { try ProjectName(text) }
    }

    @Test("a refusal names the value, the reason and a name that works")
    func messages() {
        #expect(
            NameRefusal.character("-", in: "my-app").errorDescription
                == "\"my-app\" can't be the name: it contains \"-\", which no Swift type may contain. Use the letters A to "
                + "Z and digits, for example MyApp.")
        #expect(NameRefusal.character("é", in: "café").errorDescription?.hasSuffix("for example Cafe.") == true)
        #expect(NameRefusal.lowerCase("heron").errorDescription?.contains("Use Heron;") == true)
    }

    @Test("the old name is the package's name")
    func package() throws {
        let manifest = """
            // Package(name: "Comment")
            let text = "Package(name: \\"Text\\")"
            let package = Package(
                name: "Heron", targets: [.target(name: "Other")])
            """
        #expect(try ProjectName(ofPackage: manifest).title == "Heron")
        #expect(throws: WorkspaceError.self) { try ProjectName(ofPackage: "let package = 1") }
    }
}
