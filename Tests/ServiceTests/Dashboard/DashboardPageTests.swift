import Encodings
import Foundation
import JobQueue
import TestSupport
import TestTraits
import Testing
import Web

@testable import Service

@Suite(.hangLimit) struct DashboardPageTests {
  @Test func everyPageOfTheNavigationOpensAndIsNotScriptedInline() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      _ = try await dashboard.fill()
      let admin = try await dashboard.signIn("admin")
      for section in Dashboard.Section.allCases {
        let answer = try await admin.get(section.address)
        #expect(answer.status == 200, "\(section): \(answer.text)")
        let policy = try #require(answer["content-security-policy"])
        #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
        for forbidden in ["<script>", " style=\"", " onclick", "http://", "https://"] {
          #expect(
            !answer.text.replacing("placeholder=\"https://", with: "").contains(forbidden),
            "\(section) has \(forbidden)")
        }
        #expect(answer.text.contains("aria-current=\"page\">\(section.title)<"))
      }
    }
  }

  @Test func textOfUsersIsEscaped() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      let job = try await dashboard.fill()
      let mark = "<script>alert(1)</script>"
      try await dashboard.test.database.execute(
        script: """
          update pressrun.jobs set unique_key = '\(mark)' || id, destination = 'folder:\(mark)';
          update pressrun.attempts set error_message = '\(mark)', error_code = '\(mark)',
            warnings = '["\(mark)"]', timings = '{"\(mark)": 1}';
          """)
      let admin = try await dashboard.signIn("admin")
      for path in [
        "/", "/jobs", "/jobs?state=discarded", "/jobs/\(job)", "/jobs/\(job)/payload",
        "/jobs?key=\(PercentEncoding.encode(mark))",
        "/jobs/cancel?key=\(PercentEncoding.encode(mark))",
        "/policies?tenant=acme&destination=\(PercentEncoding.encode(mark))",
      ] {
        let answer = try await admin.get(path)
        #expect(answer.status == 200 && !answer.text.contains(mark), "\(path): \(answer.status)")
      }
    }
  }

  /// A page of an archive can be very narrow. It ended the service.
  @Test(arguments: [
    (595.0, 842.0, 340), (842, 595, 170), (1e-9, 1e9, 2000), (1e-300, 1e14, 2000), (1e9, 1e-9, 1), (0, 5, 339),
  ])
  func picturesOfPagesOfAnySizeHaveAHeight(width: Double, height: Double, picture: Int) {
    #expect(Dashboard.pictureHeight(PagePoints(width: width, height: height)) == picture)
  }

  @Test func theOverviewShowsAlarmsWithTheirRemedies() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      _ = try await dashboard.fill()
      let text = try await dashboard.signIn("viewer").get("/").text
      #expect(text.contains("Unavailable destinations") && text.contains("Enable the queue to try at once"))
      #expect(text.contains("Discarded</strong>") && !text.contains("Dead rows"))
      #expect(
        text.contains("Workers with a problem") && text.contains("Remove the cause; it then continues automatically"))
      let workers = try await dashboard.signIn("admin").get("/workers").text
      #expect(workers.contains("No space left on device") && workers.contains("has a problem"))
      for chart in ["Documents", "Unfinished", "Waiting", "Running", "Deliveries", "Slots"] {
        #expect(text.contains("aria-label=\"\(chart) "))
      }
    }
  }

  /// Workers write the statistics. The overview showed the workers of the last period for hours after they had ended.
  @Test func theOverviewCountsTheWorkersThatAnswer() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      _ = try await dashboard.fill()
      let visit = try await dashboard.signIn("viewer")
      func tile(_ page: String) -> Substring? {
        page.split(separator: "<a class=\"tile\"").last { $0.contains(">Workers<") }?.split(separator: "</a>").first
      }
      let before = tile(try await visit.get("/").text)
      #expect(before?.contains("<span class=\"value\">0<") == false)
      try await dashboard.test.database.execute(script: "update pressrun.workers set stopped_at = now()")
      let after = tile(try await visit.get("/").text)
      #expect(after?.contains("<span class=\"value\">0<") == true && after?.contains("0 of 0 slots busy") == true)
    }
  }

  @Test func theListTheCountAndTheActionUseTheSameFilter() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      _ = try await dashboard.fill()
      let visit = try await dashboard.signIn("operator")
      let filter = "state=discarded&tenant=acme&error=timeout"
      let selection = JobSelection(states: [.discarded], tenant: "acme", errorCode: "timeout")
      let count = try await dashboard.test.queue.count(matching: selection)
      try #require(count > 0)
      let question = try await visit.get("/jobs/retry?\(filter)").text
      #expect(question.contains("Retry \(count) job"))
      let answer = try await visit.post("/jobs/retry", ["state": "discarded", "tenant": "acme", "error": "timeout"])
      #expect(answer.status == 303 && answer["location"]?.contains("notice=retried&number=\(count)") == true)
      #expect(try await dashboard.test.queue.count(matching: selection) == 0)
      #expect(try await dashboard.actions().last == "jobs.retry state=discarded tenant=acme error=timeout")
      #expect(try await visit.get(try #require(answer["location"])).text.contains("ready to run again"))
    }
  }

  @Test func aBulkActionWithoutStatesIsRefused() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      _ = try await dashboard.fill()
      let visit = try await dashboard.signIn("operator")
      #expect(try await visit.post("/jobs/cancel", ["tenant": "acme"]).status == 400)
      #expect(try await visit.get("/jobs/retry?state=completed").status == 400)
      #expect(try await visit.get("/jobs?state=wrong").status == 400)
      #expect(try await visit.get("/jobs?from=yesterday").status == 400)
    }
  }

  @Test func jobsThatCannotBeRetriedAreNamedWithTheReason() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      _ = try await dashboard.fill()
      try await dashboard.test.database.execute(
        script: """
          update pressrun.jobs set unique_key = 'taken', kind = 'note', tenant = 'acme'
          where id in (select id from pressrun.jobs where state = 'discarded' order by id limit 1);
          insert into pressrun.jobs (kind, queue, tenant, state, run_at, max_attempts, destination, unique_key)
          values ('note', 'default', 'acme', 'available', now(), 3, 'none', 'taken');
          """)
      let answer = try await dashboard.signIn("operator").post("/jobs/retry", ["state": "discarded", "key": "taken"])
      #expect(answer.status == 200 && answer.text.contains("another unfinished job has the unique key"))
    }
  }

  @Test func aJobShowsItsAttemptsWarningsDeliveriesAndWhereItMayGo() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      let job = try await dashboard.fill()
      let visit = try await dashboard.signIn("operator")
      let text = try await visit.get("/jobs/\(job)").text
      #expect(text.contains("attempt 1") && text.contains("layout <b>38 ms</b>"))
      #expect(text.contains("250 2.0.0 Ok: queued as 4F2"))
      #expect(text.contains("Share to email") && text.contains("Not allowed: "))
      #expect(text.contains("not allowed by tenant"))
      #expect(!text.contains("/payload"))
      let viewer = try await dashboard.signIn("viewer").get("/jobs/\(job)").text
      #expect(!viewer.contains("Share to") && !viewer.contains("/cancel"))
    }
  }

  /// Only `pressrun jobs show` said why a job waits.
  @Test func aJobShowsWhatHoldsItAndItsDeliveriesBack() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      let job = try await dashboard.fill()
      try await dashboard.test.database.execute(
        script: """
          update pressrun.limits set paused_at = now() - interval '5 minutes', paused_by = '<ops>' where name = 'umbrella';
          insert into pressrun.deliveries
            (id, job_id, kind, tenant, destination, queue, chosen, options, sha256, bytes, media_type, completed_at)
          select 9001, id, kind, tenant, 's3:reports', 'deliveries.s3.reports', true, '{}', repeat('a', 64), 1, 'application/pdf', now()
          from pressrun.jobs where id = \(job);
          insert into pressrun.jobs (id, kind, queue, tenant, state, run_at, max_attempts, destination)
          values (9001, 'deliver.s3', 'deliveries.s3.reports', 'acme', 'available', now(), 20, 's3:reports');
          """)
      let held = try await dashboard.test.database.query(
        "select id from pressrun.jobs where tenant = 'umbrella' and state = 'available' limit 1"
      ).single().decode(0, as: Int.self)
      let visit = try await dashboard.signIn("viewer")
      let text = try await visit.get("/jobs/\(held)").text.replacing(#/<time[^>]*>|</time>/#, with: "")
      #expect(text.contains("<li>Waits: the tenant <code>umbrella</code> is paused (5 min ago, by &lt;ops&gt;).</li>"))
      for page in ["/jobs/\(job)", "/jobs/9001"] {
        let text = try await visit.get(page).text.replacing(#/<time[^>]*>|</time>/#, with: "")
        let words = "the queue <code>deliveries.s3.reports</code> is unavailable (4 min ago, next attempt in "
        #expect(text.contains(words), "\(page)")
      }
    }
  }

  @Test func sharingRequestsADeliveryAndObeysThePolicy() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      let job = try await dashboard.fill()
      let visit = try await dashboard.signIn("operator")
      let allowed = try await visit.post("/jobs/\(job)/share", ["endpoint": "email", "address": "bo@acme.example"])
      #expect(allowed.status == 303 && allowed["location"]?.contains("notice=shared") == true)
      let refused = try await visit.post("/jobs/\(job)/share", ["endpoint": "email", "address": "bo@other.example"])
      #expect(refused.status == 403 && refused.text.contains("not allowed by tenant"))
      #expect(try await dashboard.actions().suffix(2).allSatisfy { $0.hasPrefix("job.share job \(job) to email:bo@") })
    }
  }

  @Test func destinationsAreMadeOfEndpointAndAddress() {
    #expect(ShareForm.destination("email", address: "a@b.example") == "email:a@b.example")
    #expect(ShareForm.destination("s3:reports", address: "2026/11") == "s3:reports/2026/11")
    #expect(ShareForm.destination("s3:reports", address: nil) == "s3:reports")
    #expect(ShareForm.destination("link", address: nil) == "link")
  }

  @Test func payloadsAreReadWithTheRightAndTheReadingIsRecorded() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      let job = try await dashboard.fill()
      #expect(try await dashboard.signIn("operator").get("/jobs/\(job)/payload").status == 403)
      let answer = try await dashboard.signIn("compliance").get("/jobs/\(job)/payload")
      #expect(answer.text.contains("R-2026-0117"))
      #expect(try await dashboard.actions().last == "job.payload job \(job)")
    }
  }

  @Test func aDocumentIsShownInPartsAndOtherTypesAreOnlyDownloaded() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      let job = try await dashboard.fill(document: Array("%PDF-1.7 document".utf8))
      let visit = try await dashboard.signIn("viewer")
      let shown = try await visit.get("/jobs/\(job)/document")
      #expect(shown["content-type"] == "application/pdf" && shown["content-disposition"]?.hasPrefix("inline") == true)
      #expect(shown.text == "%PDF-1.7 document" && shown["x-content-type-options"] == "nosniff")
      let part = try await visit.client.send("/jobs/\(job)/document", headers: ["Range": "bytes=5-7"])
      #expect(part.status == 206 && part.text == "1.7")
      #expect(
        try await visit.get("/jobs/\(job)/document?download=true")["content-disposition"]?.hasPrefix("attachment")
          == true)
      try await dashboard.test.database.execute(script: "update pressrun.artifacts set media_type = 'text/html'")
      let other = try await visit.get("/jobs/\(job)/document")
      #expect(other["content-type"] == "application/octet-stream")
      #expect(other["content-disposition"]?.hasPrefix("attachment") == true)
    }
  }

  @Test func queuesTenantsSchedulesAndDestinationsCanBeChanged() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      _ = try await dashboard.fill()
      let visit = try await dashboard.signIn("operator")
      #expect(
        try await visit.post("/limits", ["scope": "tenant", "name": "acme", "max_running": "3", "rate": "1.5"]).status
          == 303)
      let limit = try await dashboard.test.queue.limits().first { $0.scope == .tenant("acme") }
      #expect(limit?.limits == Limits(maxRunning: 3, rate: 1.5))
      // All buttons of the list had the name "Pause".
      #expect(try await visit.get("/queues").text.contains(#"aria-label="Pause queue default">Pause</button>"#))
      #expect(try await visit.post("/limits", ["scope": "tenant", "name": "acme", "max_running": "x"]).status == 400)
      #expect(try await visit.post("/schedules/pause", ["name": "nightly-digest"]).status == 303)
      #expect(try await dashboard.test.queue.schedules().contains { $0.name == "nightly-digest" && $0.isPaused })
      #expect(try await visit.post("/destinations/enable", ["queue": "deliveries.s3.reports"]).status == 303)
      #expect(!(try await visit.get("/destinations").text.contains("unavailable")))
    }
  }

  @Test func policiesAreSetTestedAndTheirChangesShown() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      _ = try await dashboard.fill()
      let visit = try await dashboard.signIn("compliance")
      let set = try await visit.post(
        "/policies",
        ["tenant": "initech", "sharing": "on", "allowed": "email:*@initech.example\nlink", "denied": "link"])
      #expect(set.status == 303)
      let test = try await visit.get("/policies?tenant=initech&destination=link&kind=note").text
      #expect(test.contains("denied by rule") && test.contains("email:*@initech.example"))
      #expect(test.contains("Changes of the policy"))
      #expect(try await visit.post("/policies", ["tenant": "initech", "allowed": "nonsense:"]).status == 400)
      #expect(try await visit.post("/policies/remove", ["tenant": "*"]).status == 400)
      #expect(try await visit.post("/policies/remove", ["tenant": "initech"]).status == 303)
    }
  }

  @Test func suggestionsMatchWhatWasTyped() async throws {
    try await DashboardFixture.withDashboard { dashboard async throws in
      _ = try await dashboard.fill()
      let visit = try await dashboard.signIn("viewer")
      #expect(try await visit.get("/jobs/suggestions?field=tenant&text=ACM").text == "[\"acme\"]")
      #expect(try await visit.get("/jobs/suggestions?field=error&text=time").text == "[\"timeout\"]")
      #expect(try await visit.get("/jobs/suggestions?field=batch&text=2026-11").text == "[\"statements-2026-11\"]")
      #expect(try await visit.get("/jobs/suggestions?field=password").status == 400)
    }
  }

  @Test func aWarningShowsTheLinesOfItsTemplate() throws {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: home) }
    try FileManager.default.createDirectory(
      at: home.appendingPathComponent("Templates/note"), withIntermediateDirectories: true)
    try "a\nb\nc\nd\ne\nf\n".write(
      to: home.appendingPathComponent("Templates/note/note.css"), atomically: true, encoding: .utf8)
    try "secret".write(to: home.appendingPathComponent("secret.txt"), atomically: true, encoding: .utf8)
    let source = Dashboard.TemplateSource(home: home.path)
    let excerpt = try #require(source.excerpt(of: "note.css:4:2: unknown property"))
    #expect(excerpt.line == 4 && excerpt.lines.map(\.text) == ["b", "c", "d", "e", "f"])
    #expect(source.excerpt(of: "note/note.css:1:1: x")?.lines.count == 3)
    try "a\r\nb\r\nc\r\n".write(
      to: home.appendingPathComponent("Templates/note/windows.css"), atomically: true, encoding: .utf8)
    #expect(source.excerpt(of: "windows.css:2:1: x")?.lines.map(\.text) == ["a", "b", "c", ""])
    for warning in [
      "no place", "note.css:99:1: x", "../secret.txt:1:1: x", "Templates/../secret.txt:1: x", "note.css:0:1: x",
    ] {
      #expect(source.excerpt(of: warning) == nil, "\(warning)")
    }
  }

  @Test func textsOfNumbersAndTimes() {
    #expect(Format.count(1_234_567) == "1,234,567" && Format.count(-1000) == "-1,000")
    #expect(
      [0.0421, 1.26, 42.4, 600, 7200, 200_000].map(Format.seconds) == [
        "42 ms", "1.3 s", "42 s", "10 min", "2 h", "2 d",
      ])
    #expect(Format.seconds(nil) == "–")
    #expect(Format.seconds(1e300) == "11574074 d" && Format.seconds(.infinity) == "–")
    #expect(
      [999, 1500, 2_000_000, 3_500_000_000].map(Format.bytes) == ["999 B", "1.5 kB", "2 MB", "3.5 GB"])
    #expect(Format.decimal(0.05, places: 2) == "0.05" && Format.decimal(12.0, places: 1) == "12")
    #expect(Dashboard.Chart.top(0) == 1 && Dashboard.Chart.top(13) == 20 && Dashboard.Chart.top(0.3) == 0.5)
  }

  @Test func aChartLeavesGapsWherePeriodsAreMissing() {
    let start = Date(timeIntervalSince1970: 0)
    let chart = Dashboard.Chart(
      title: "T", note: "n", format: { "\($0)" }, periods: [0, 60, 240].map { start.addingTimeInterval($0) },
      lines: [.init(name: "a", style: "first", values: [1, 2, 1])], span: start...start.addingTimeInterval(300),
      step: 60)
    let text = chart.html.text
    #expect(text.contains("d=\"M120 60.0") || text.contains("d=\"M120 60L"))
    #expect(text.matches(of: #/[Mm][0-9]/#).count >= 2)
    #expect(text.contains("a: last 1.0, at most 2.0"))
  }
}
