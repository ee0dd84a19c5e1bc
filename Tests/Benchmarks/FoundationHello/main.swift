import Foundation

// The start-up cost of every Swift program that imports Foundation.
print("Hello from \(ProcessInfo.processInfo.processName)")
