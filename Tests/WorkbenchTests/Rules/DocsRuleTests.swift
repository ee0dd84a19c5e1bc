import Testing

@testable import Workbench

@Suite struct DocsRuleTests {
    private func breaches(of page: String, at path: String = "Docs/page.md") async throws -> [String] {
        var workspace = MiniatureWorkspace()
        workspace.files[path] = page
        let report = try await workspace.check()
        #expect(report.breaches.allSatisfy { $0.rule == "docs" && $0.file == path })
        return report.breaches.map { "\($0.line) \($0.subject)" }
    }

    @Test(
        "a path, link, target or executable that does not exist is a breach",
        arguments: [
            ("See `Modules/Gone`.", "1 Modules/Gone"),
            ("\n``Modules/Core/Gone.swift:3``", "2 Modules/Core/Gone.swift:3"),
            ("`.github/workflows/ci.yml`", "1 .github/workflows/ci.yml"),
            ("`Modules/*/Gone.swift`", "1 Modules/*/Gone.swift"),
            ("[gone](gone.md)", "1 gone.md"),
            ("[gone](../../Makefile)", "1 ../../Makefile"),
            ("![gone](images/gone.png \"title\")", "1 images/gone.png"),
            ("[gone]: ../Modules/Gone", "1 ../Modules/Gone"),
            ("[one](adr/0001-one.md#why-not)", "1 adr/0001-one.md#why-not"),
            ("# Here\n[there](#there)", "2 #there"),
            ("Type `make gone`.", "1 make gone"),
            ("```sh\n# make nothing\nmake test && make gone  # twice\n```", "3 make gone"),
            ("```console\n$ make gone\nmake something up\n```", "2 make gone"),
            ("```bash\ncat Docs/gone.md\n```", "2 Docs/gone.md"),
            ("`swift run gone --help`", "1 swift run gone"),
            ("~~~sh\nswift run -c release gone\n~~~", "2 swift run gone"),
        ])
    func missing(page: String, breach: String) async throws {
        #expect(try await breaches(of: page) == [breach])
    }

    @Test(
        "an existing name, a placeholder and a name outside the workspace are no breach",
        arguments: [
            "`Modules/Core`, `Modules/Core/`, `Modules/Core/Core.swift:3`, `Modules/*/Core.swift`, `Docs/**`",
            "`Modules/<Name>`, `Modules/Core/…`, `Modules/{A,B}`, `Modules/${NAME}`",
            "`Tests` and `Sources/Core` and `a/b` and `text/html`",
            "[one](adr/0001-one.md), [why](adr/0001-one.md#why-so), [again](<adr/0001-one.md#why-so-1>)",
            "[root](/Makefile), [up](../Makefile), [web](https://example.com/gone.md), [mail](mailto:a@example.com)",
            "# It's *here*, `really`\n[here](#its-here-really)",
            "<a id=\"mark\"></a>\n[mark](#mark)",
            "`make test`, `make NAME`, `make -C Elsewhere gone`, `make test VERBOSE=1`, `make` and `make-believe gone`",
            "`swift run tool --flag`, `swift run --package-path Elsewhere gone`, `swift run`, `swift test`",
            "```swift\n// Modules/Gone\nmake(gone)\n```\n```\nmake gone\n```",
            "```sh\nA=1 make test | cat Docs/adr/0001-one.md; echo 'Modules/Core'\n```",
            "A lone ` tick and `Modules/Core`",
        ])
    func present(page: String) async throws {
        #expect(try await breaches(of: page) == [])
    }

    @Test(
        "a script that names a target, a product or a file that is gone is a breach",
        arguments: [
            (".ci/run", "make test\nmake gone", "2 make gone"),
            (".ci/run", "if x; then timeout 9 make gone || y; fi", "1 make gone"),
            (".github/workflows/ci.yml", "steps:\n  - run: make gone", "2 make gone"),
            (".ci/run", "# Docs/gone\nsh Docs/gone.sh", "2 Docs/gone.sh"),
            ("Tests/start.sh", "swift run gone", "1 swift run gone"),
            ("Makefile", "test:\n\t@sh Tests/gone.sh $(ALL)", "2 Tests/gone.sh"),
            ("Makefile", "test:\n\t$(BUILD) --product gone", "2 swift run gone"),
            ("Makefile", "test: $(shell find Modules/Gone)", "1 Modules/Gone"),
        ])
    func scripts(path: String, text: String, breach: String) async throws {
        #expect(try await breaches(of: text, at: path) == [breach])
    }

    @Test(
        "a Swift name that no code contains is a breach",
        arguments: [
            ("`Gone`", "1 Gone"), ("`Core.gone`", "1 Core.gone"), ("`Feature.gone(_:)`", "1 Feature.gone(_:)"),
            ("`gone(_:at:)`", "1 gone(_:at:)"), ("`Core<Gone>`", "1 Core<Gone>"), ("`@Gone`", "1 @Gone"),
            ("```swift\nlet gone = Gone()\n```", "2 Gone"), ("```swift\nstruct Mine: Gone {}\n```", "2 Gone"),
        ])
    func names(page: String, breach: String) async throws {
        #expect(try await breaches(of: page) == [breach])
    }

    @Test(
        "a name of the code, of a page's own fence or of no Swift is no breach",
        arguments: [
            "`Core`, `Feature.limit`, `Core.init()`, `VendorKit`, `Core?`",
            "`GONE`, `gone`, `gone()`, `Gone-Field`, `Two words`, `a.Gone`",
            "```swift\nstruct Mine { let core: Core }\n```\n```swift\nlet mine: Mine\n// Gone\nlet text = \"Gone\"\n```",
            "```json\nGone\n```",
        ])
    func knownNames(page: String) async throws {
        #expect(try await breaches(of: page) == [])
    }

    @Test("README.md is checked, other Markdown outside Docs is not")
    func whichPages() async throws {
        #expect(try await breaches(of: "`Docs/gone.md`", at: "README.md") == ["1 Docs/gone.md"])
        #expect(try await breaches(of: "`Docs/gone.md`", at: "Modules/Core/notes.md") == [])
    }
}
