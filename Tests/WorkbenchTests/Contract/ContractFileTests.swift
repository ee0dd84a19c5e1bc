import Testing

@testable import Workbench

@Suite struct ContractFileTests {
    @Test("an invalid row is rejected with its place")
    func place() throws {
        let text = #"{"targets": [{"target": "Core", "path": "Modules/Core", "kind": "modul", "reason": "any"}]}"#

        let error = #expect(throws: WorkspaceError.self) { try ContractFile(text: text) }
        #expect(error?.description.contains("targets[0].kind") == true)
    }

    @Test("a missing key is rejected by name")
    func missingKey() throws {
        let error = #expect(throws: WorkspaceError.self) { try ContractFile(text: "{}") }

        #expect(error == .unreadableContract(#"the file: the key "targets" is missing"#))
    }

    @Test("a misspelt optional key is rejected")
    func unknownKey() throws {
        let text = try MiniatureContract().text.replacing(
            "\"scope\" : {\n        \"kinds\" : [\n          \"test\"",
            with: "\"scop\" : {\n        \"kinds\" : [\n          \"test\"")

        let error = #expect(throws: WorkspaceError.self) { try ContractFile(text: text) }
        #expect(error == .unreadableContract("systemModules[1].scop: there is no key of this name"))
    }

    @Test("a row's line is found for any spacing of the JSON")
    func lines() throws {
        let file = try ContractFile(text: MiniatureContract().text)
        let compact = try ContractFile(text: MiniatureContract().text.replacing("\" : ", with: "\":"))

        #expect(file.line(of: "target", "Tool") > file.line(of: "target", "Doubles"))
        #expect(compact.line(of: "target", "Tool") == file.line(of: "target", "Tool"))
        #expect(file.line(of: "target", "Gone") == 1)
    }
}
