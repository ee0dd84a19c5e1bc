import Foundation
import Testing

@testable import Workbench

@Suite struct RenamingTests {
    private func renamed(_ text: String, _ old: String = "Heron", _ new: String = "Egret2Go") throws -> String {
        try Renaming(old: ProjectName(old), new: ProjectName(new)).applied(to: text)
    }

    @Test(
        "each form is replaced by the same form, inside longer words too",
        arguments: [
            ("struct HeronBackend", "struct Egret2GoBackend"), ("HERON_BASE_URL", "EGRET2GO_BASE_URL"),
            (".heron-backend/--heron-boundary", ".egret2go-backend/--egret2go-boundary"),
            ("hErOn HeRON", "egret2go Egret2Go"), ("her on, hero", "her on, hero"), ("heronheron", "egret2goegret2go"),
            ("hheron", "hegret2go"), ("¡heron!", "¡egret2go!"),
        ])
    func forms(text: String, expected: String) throws {
        #expect(try renamed(text) == expected)
    }

    @Test("a new name that contains the old one is not replaced again, and the way back works")
    func nested() throws {
        #expect(try renamed("Heron heron", "Heron", "HeronPlus") == "HeronPlus heronplus")
        #expect(try renamed("HeronPlus heronplus HERONPLUS_A", "HeronPlus", "Heron") == "Heron heron HERON_A")
    }

    @Test("replacements are counted, and binary content stays")
    func content() throws {
        let renaming = try Renaming(old: ProjectName("Heron"), new: ProjectName("Egret"))
        let text = try #require(renaming.applied(to: Data("heron Heron".utf8)))
        #expect(String(decoding: text.data, as: UTF8.self) == "egret Egret" && text.count == 2)
        #expect(renaming.applied(to: Data("heron\0".utf8)) == nil)
        #expect(renaming.applied(to: Data("other".utf8)) == nil)
    }
}
