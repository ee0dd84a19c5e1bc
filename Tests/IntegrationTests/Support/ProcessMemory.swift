import Foundation

#if os(Linux)
/// The kernel's figures for this process.
enum ProcessMemory {
    private struct Unreadable: Error {}

    /// The peak resident set size in bytes (VmHWM of proc(5)).
    static func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let kibibytes = line.flatMap({ Int($0.filter(\.isNumber)) }) else { throw Unreadable() }
        return kibibytes * 1024
    }
}
#endif
