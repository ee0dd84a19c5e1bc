import Foundation

// What every Swift program that imports Foundation pays at its start.
print("Hello from \(ProcessInfo.processInfo.processName)")
