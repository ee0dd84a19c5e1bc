#if canImport(SwiftUI)
import Foundation
import Models
import Presentation
import Primitives
import Services
import SwiftUI

/// The list of the account's time entries.
struct TimeEntriesScreen: View {
    let model: ListViewModel<TimeEntry>

    var body: some View {
        switch model.state {
        case .idle, .loading:
            ProgressView()
        case .neverFetched:
            ProgressView("Not on this device yet")
        case .failed:
            VStack {
                Text(model.message?.english ?? "")
                Button("Try again") { model.load() }
            }
        case .loaded(let snapshot):
            List {
                if let date = model.storedAt, let message = model.message {
                    Text("Stored \(date.formatted(.relative(presentation: .named))). \(message.english)")
                }
                if !snapshot.isComplete { Text("Some entries are not stored on this device.") }
                ForEach(snapshot.value.items) { timeEntry in
                    TimeEntryRow(timeEntry: timeEntry, isPending: model.pendingIDs.contains(timeEntry.id.text))
                }
            }
            .refreshable { model.load() }
            .navigationTitle("Time entries")
        }
    }
}

/// The task, the day and the hours of one time entry.
private struct TimeEntryRow: View {
    let timeEntry: TimeEntry
    let isPending: Bool

    var body: some View {
        LabeledContent {
            if isPending { Image(systemName: "arrow.up.circle") }
            Text("\(timeEntry.hours.formatted()) h")
        } label: {
            Text(timeEntry.task)
            Text(timeEntry.startedAt.date.formatted(date: .abbreviated, time: .omitted))
        }
    }
}
#endif
