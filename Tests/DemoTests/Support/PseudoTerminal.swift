import Foundation
import Subprocess
import Synchronization

@testable import CommandLine

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A terminal that a test uses in place of a person: it types, and reads what the screen shows.
final class PseudoTerminal: Sendable {
    /// The side of the person.
    private let primary: Int32
    /// The side of a process.
    let secondary: FileDescriptor
    private let received = Mutex<[UInt8]>([])
    /// One element for each output; ends when no process has the other side open.
    private let changes: AsyncStream<Void>

    init(columns: Int = 80) throws {
        var (ours, theirs): (Int32, Int32) = (-1, -1)
        var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&ours, &theirs, nil, nil, &size) == 0 else { throw Errno(rawValue: errno) }
        primary = ours
        secondary = FileDescriptor(rawValue: theirs)
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.changes = changes
        Thread.detachNewThread { [self] in
            var bytes = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = read(primary, &bytes, bytes.count)
                guard count > 0 else { break }
                received.withLock { $0 += bytes[..<count] }
                continuation.yield()
            }
            continuation.finish()
        }
    }

    deinit { close(primary) }

    func type(_ text: String) throws {
        _ = try FileDescriptor(rawValue: primary).writeAll(Array(text.utf8))
    }

    /// Whether the terminal shows what is typed and collects it into lines, as before a program changes that.
    var isInLineMode: Bool {
        var mode = termios()
        guard tcgetattr(primary, &mode) == 0 else { return false }
        let flags = tcflag_t(ECHO | ICANON | ISIG)
        return mode.c_lflag & flags == flags
    }

    /// Restores the mode in which the terminal shows what is typed.
    func showTyped() {
        var mode = termios()
        guard tcgetattr(primary, &mode) == 0 else { return }
        mode.c_lflag |= tcflag_t(ECHO)
        tcsetattr(primary, TCSANOW, &mode)
    }

    /// The lines of the output without spaces at their ends; empty ones at the end are left out.
    var lines: [String] {
        let text = String(decoding: received.withLock(\.self), as: UTF8.self)
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
            .map { String($0.reversed().drop { $0 == " " }.reversed()) }
        return lines.reversed().drop(while: \.isEmpty).reversed()
    }

    /// Returns `true` when a line contains `text`, and `false` if the process ends before.
    func shows(_ text: String) async -> Bool {
        let isShown = { [self] in lines.contains { $0.contains(text) } }
        if isShown() { return true }
        for await _ in changes where isShown() { return true }
        return isShown()
    }

    /// Returns `true` when all output of the process has arrived.
    func ends() async -> Bool {
        for await _ in changes {}
        return true
    }
}

extension Workplace {
    /// Runs a command whose standard input and standard error are `terminal`. Standard output is a pipe.
    ///
    /// - Parameter body: it must end the process. An error of it kills the process.
    func strata(
        on terminal: PseudoTerminal, _ arguments: [String], environment: [String: String] = [:],
        _ body: (_ send: (Signal) throws -> Void) async throws -> Void
    ) async throws -> Outcome {
        let variables = ["STRATA_BASE_URL": backend.absoluteString, "TERM": "xterm"]
            .merging(environment) { _, asked in asked }
        var options = PlatformOptions()
        options.createSession = true
        let result = try await Subprocess.run(
            .path(FilePath(Binaries.strata.path)), arguments: Arguments(arguments + ["--data-dir", dataFolder.path]),
            environment: .inherit.updating(
                Dictionary(uniqueKeysWithValues: variables.map { (Environment.Key(stringLiteral: $0), $1) })),
            platformOptions: options, input: .fileDescriptor(terminal.secondary, closeAfterSpawningProcess: false),
            output: .string(limit: 1 << 20),
            error: .fileDescriptor(terminal.secondary, closeAfterSpawningProcess: false)
        ) { execution in
            // Only the process has it now, so that its end ends the output.
            try terminal.secondary.close()
            do {
                try await body { try execution.send(signal: $0) }
            } catch {
                try execution.send(signal: .kill)
                throw error
            }
        }
        return Outcome(code: result.terminationStatus.code, output: result.standardOutput, errors: "")
    }
}
