#if canImport(SwiftUI)
import Foundation
import Models
import Presentation
import Primitives
import Services
import SwiftUI

/// The list of the account's time entries.
struct TimeEntriesScreen: View {
    let model: ListViewModel<TimeEntry, Never>

    var body: some View {
        switch model.state {
        case .idle, .loading:
            ProgressView()
        case .failed:
            VStack {
                Text(model.message?.english ?? "")
                Button("Try again") { model.load() }
            }
        case .loaded(let listing):
            List {
                if let copy = model.storedCopy {
                    Text("Stored \(copy.date.formatted(.relative(presentation: .named))). \(copy.reason.english)")
                }
                if let message = model.message { Text(message.english) }
                ForEach(listing.page.items) { timeEntry in TimeEntryRow(timeEntry: timeEntry) }
            }
            .refreshable { model.load() }
            .navigationTitle("Time entries")
        }
    }
}

/// The task, the day and the hours of one time entry.
private struct TimeEntryRow: View {
    let timeEntry: TimeEntry

    var body: some View {
        LabeledContent {
            Text("\(timeEntry.hours.formatted()) h")
        } label: {
            Text(timeEntry.task)
            Text(timeEntry.startedAt.date.formatted(date: .abbreviated, time: .omitted))
        }
    }
}
#endif
