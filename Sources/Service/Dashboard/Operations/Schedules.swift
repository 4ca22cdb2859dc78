import JobQueue
import Web

extension Dashboard {
  var scheduleRoutes: [Route] {
    [
      page("/schedules", .viewer, "List the periodic jobs.") { visitor, request in
        let schedules = try await queue.schedules().filter { visitor.tenants.contains($0.tenant) }
        return Page(
          title: "Schedules", section: .schedules, isLive: true, notice: Notice.html(request.query),
          content: """
            <h1>Schedules</h1>
            <div data-live="schedules">\(UI.table(
              "Periodic jobs", ["Schedule", "Kind", "Tenant", "Times", "Next", "Last", "Problem", "Action"],
              schedules.map { scheduleRow($0, visitor) },
              empty: "No kind has a schedule. Schedules are in the files of the kinds (Jobs/README.md)."))</div>
            """)
      },
      action("/schedules/pause", .operator, "Pause a schedule.") { visitor, form, _ in
        try await setSchedulePaused(true, visitor, form)
      },
      action("/schedules/resume", .operator, "Resume a schedule.") { visitor, form, _ in
        try await setSchedulePaused(false, visitor, form)
      },
    ]
  }

  private func setSchedulePaused(_ isPaused: Bool, _ visitor: Visitor, _ form: Form) async throws -> WebResponse {
    let name = try form.required("name")
    guard let schedule = try await queue.schedules().first(where: { $0.name == name }),
      visitor.tenants.contains(schedule.tenant)
    else { throw Problem(.notFound, "there is no schedule \"\(name.prefix(100))\"") }
    try await audit.record(
      isPaused ? "schedule.pause" : "schedule.resume", object: "schedule \(name)", tenant: schedule.tenant,
      by: visitor.principal)
    try await queue.setPaused(schedule: name, isPaused)
    return (isPaused ? Notice.paused : .resumed).on("/schedules")
  }

  private func scheduleRow(_ schedule: ScheduleRecord, _ visitor: Visitor) -> [HTML] {
    let action: HTML? =
      visitor.has(.operator)
      ? UI.button(
        schedule.isPaused ? "Resume" : "Pause", schedule.isPaused ? "/schedules/resume" : "/schedules/pause", visitor,
        fields: [("name", schedule.name)], style: "small") : nil
    let last: HTML = schedule.lastJob.map { id -> HTML in "\(UI.time(schedule.lastAt)) \(UI.job(id))" } ?? UI.none
    return [
      "\(UI.code(schedule.name)) \(schedule.isPaused ? UI.badge("paused", .warn) : nil)", UI.code(schedule.kind),
      HTML(escaping: schedule.tenant), "\(UI.code(schedule.cron)) <span class=\"hint\">\(schedule.timeZone)</span>",
      schedule.isPaused ? UI.none : UI.time(schedule.nextAt), last,
      schedule.lastError.map { "<span class=\"error-text\">\($0)</span>" } ?? UI.none, action ?? "",
    ]
  }
}
