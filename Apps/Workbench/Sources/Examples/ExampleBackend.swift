import Foundation

/// A sample backend with new demo data and fault switches, on a free port.
struct ExampleBackend {
    /// The base URL, such as `http://127.0.0.1:49152`.
    let address: String
    private let process: Process
    private let input: Pipe

    /// - Throws: ``ExampleError/noBackend(_:)``.
    init(executable: URL, folder: URL) throws {
        let output = Pipe()
        (process, input) = (Process(), Pipe())
        process.executableURL = executable
        process.arguments = [
            "--json", "--port", "0", "--faults", "--quick-passwords", "--until-stdin-closes", "--data-dir", folder.path,
        ]
        process.standardInput = input
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            throw ExampleError.noBackend(executable.path)
        }
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) {
            line += byte
        }
        guard let ready = try? JSONDecoder().decode(Ready.self, from: line) else {
            throw ExampleError.noBackend(executable.path)
        }
        address = ready.url
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private struct Ready: Decodable {
        let url: String
    }
}
