import EngineTestSupport
import Foundation
import RawSocketServer
import Testing

@Suite(
    "System calls of a download", .timeLimit(.minutes(20)),
    .enabled(if: SystemCalls.areTraceable, "strace is not installed, or may not trace processes here"))
struct SystemCallTests {
    /// The records of downloads and uploads have one writer, which ``UploadSystemCallTests`` checks.
    @Test("bytes are durable before the file is published, and the folder entry at the end")
    func order() async throws {
        let server = FileServer(content: Data(repeating: 7, count: 300_000), tag: "\"v1\"")
        try await withTemporaryFolder { folder in
            let (file, log) = (folder.appending(path: "file.bin"), folder.appending(path: "trace"))
            try await RawSocketServer.withServer { socket in
                socket.serve { connection in try await server.respond(on: connection) }
                let tracer = SystemCalls.tracer(of: "pwrite64,fsync,rename,renameat,renameat2", into: log)
                let child = try TransferProcess(from: socket.authority, to: file, tracedBy: tracer)
                #expect(await child.hasFinished())
            }
            let calls = try SystemCalls(log)
            let partial = "file.bin.partial>"
            let published = try #require(calls.places(of: "rename", "file.bin.partial\", ", "file.bin\")").last)
            let written = try #require(calls.places(of: "pwrite64", partial).last)
            #expect(calls.places(of: "fsync", partial).contains { (written..<published).contains($0) })
            #expect(calls.places(of: "fsync", "\(folder.lastPathComponent)>").contains { $0 > published })
        }
    }

    @Test("a partial file whose permissions can't be set is closed once, and was never open to others")
    func closedOnce() async throws {
        try await withTemporaryFolder { folder in
            let (file, log) = (folder.appending(path: "file.bin"), folder.appending(path: "trace"))
            try Data("old".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            let tracer = SystemCalls.tracer(of: "fchmod,close", into: log, injecting: "fchmod:error=EPERM")
            // The port refuses connections, and no request is sent.
            let child = try TransferProcess(from: "127.0.0.1:9", to: file, tracedBy: tracer)
            #expect(await !child.hasFinished())
            let calls = try SystemCalls(log)
            let refused = try #require(calls.places(of: "fchmod", "EPERM").first, "the fault was injected")
            #expect(calls.places(of: "close", "file.bin.partial>").count { $0 > refused } == 1)
            #expect(calls.places(of: "close", "EBADF").allSatisfy { $0 < refused })
            let partial = try FileManager.default.attributesOfItem(atPath: file.path + ".partial")
            #expect(partial[.posixPermissions] as? Int == 0o600)
        }
    }
}

/// The output of `strace` for a process and its threads: one system call per line, each descriptor with its path.
struct SystemCalls {
    let lines: [String]

    /// Whether `strace` is installed and has permission to trace.
    static let areTraceable: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["strace", "-o", "/dev/null", "true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// The beginning of a command line that traces the command after it into `file`.
    ///
    /// - Parameter shown: how many bytes of each written text the trace contains.
    static func tracer(
        of calls: String, into file: URL, injecting fault: String? = nil, showing shown: Int = 0
    ) -> [String] {
        ["strace", "-f", "-y", "-s", "\(shown)", "-o", file.path, "-e", "trace=\(calls)"]
            + (fault.map { ["-e", "inject=\($0)"] } ?? [])
    }

    init(_ file: URL) throws {
        lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The indices of the calls of `name` (`renameat` counts as `rename`) whose line contains all of `words`. If a call
    /// is interrupted by another thread, the second line, for its end, does not count.
    func places(of name: String, _ words: String...) -> [Int] {
        lines.indices.filter { place in
            lines[place].contains(" \(name)") && words.allSatisfy { lines[place].contains($0) }
        }
    }
}
