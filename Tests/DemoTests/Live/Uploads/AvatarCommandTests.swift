import Foundation
import Testing

@testable import CommandLine
@testable import Lab

@Suite("strata avatar", .timeLimit(.minutes(20)))
struct AvatarCommandTests {
    @Test("a text file, a file of 20 MB and a missing file are errors before anything is sent")
    func unsuitableAvatars() async throws {
        try await Workplace.with(login: .ada) { place in
            let text = try place.file("text.png", "not a picture")
            var large = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            large.append(Data(count: 20 << 20))
            let picture = try place.file("large.png", large)
            for (file, part) in [
                (text, "not a picture that"), (picture, "at most 5,242,880 bytes"),
                ("/nowhere.png", "The picture /nowhere.png can't be read (No such file or directory)"),
            ] {
                let outcome = try await place.strata("avatar", "upload", file, code: 66)
                #expect(outcome.errors.contains(part), "\(outcome.errors)")
            }
        }
    }

    @Test("an avatar upload sends every byte")
    func avatar() async throws {
        try await Workplace.with(login: .ada) { place in
            // A PNG header, which the backend checks, and padding.
            var picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
            picture.append(Data("IHDR".utf8))
            picture.append(Data([0, 0, 0, 2, 0, 0, 0, 3, 8, 6, 0, 0, 0, 0xB9, 0xEA, 0xDE, 0x81]))
            picture.append(Data(repeating: 7, count: 300_008 - picture.count))
            let file = try place.file("picture.png", picture)
            let outcome = try await place.strata("avatar", "upload", file, "--json", code: 0)
            #expect(outcome.output.contains("\"size\": 300008"))
            #expect(try await place.strata("users", "get", "u-ada").output.contains("/avatar?"))
            let pipe = try place.pipe("pipe")
            async let piped = place.strata("avatar", "upload", pipe.path)
            try await pipe.write(picture)
            let second = try await piped
            #expect(second.output.hasPrefix("Uploaded 300,008 bytes as image/png."), "\(second.errors)")
        }
    }
}
