import Backend
import Foundation
import Testing

@testable import CommandLine

@Suite("strata avatar", .timeLimit(.minutes(20)))
struct AvatarCommandTests {
    @Test("a missing picture is refused before anything is sent")
    func missing() async throws {
        try await Refusal.check(
            ["avatar", "upload", "/nowhere.png"],
            "The picture /nowhere.png can't be read (No such file or directory)", .unsuitableFile)
    }

    @Test("a text is no picture, and an upload of one sends every byte of a pipe")
    func avatar() async throws {
        try await Workplace.with(login: .ada) { place in
            // A PNG header, which the backend checks, and padding.
            var picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
            picture.append(Data("IHDR".utf8))
            picture.append(Data([0, 0, 0, 2, 0, 0, 0, 3, 8, 6, 0, 0, 0, 0xB9, 0xEA, 0xDE, 0x81]))
            picture.append(Data(repeating: 7, count: 300_008 - picture.count))
            let text = try place.file("text.png", "not a picture")
            #expect(try await place.strata("avatar", "upload", text, code: 66).errors.contains("not a picture that"))
            let pipe = try place.pipe("pipe")
            async let piped = place.strata("avatar", "upload", pipe.path, "--json")
            try await pipe.write(picture)
            #expect(try await piped.object()["size"] as? Int == 300_008)
            #expect(try await place.strata("users", "get", "u-ada").output.contains("/avatar?"))
        }
    }
}
