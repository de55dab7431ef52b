// How often a page reloads data, in milliseconds.
//
// The server streams the events of a run and of a session, so their pages reload on an event and need no interval. All
// else reloads when the stream of the workspace reports a change (`useLive`): the intervals are the least time between
// two loads, and the time between two polls for keys whose stream does not report these changes. The last four are
// polled: no stream covers them.

export const INTERVALS = {
  streamed: 30_000, // data that the stream of the workspace refreshes, in case an event was missed
  newestRuns: 2000,
  histogram: 10_000, // counting reads many runs
  chart: 15_000, // as above, with more groups
  aggregate: 30_000, // all measures of all runs in a range
  sessions: 10_000,
  triggers: 5000, // also the occurrences and deliveries of a trigger
  manyTriggers: 30_000, // a list of more than a hundred
  subscription: 3000, // deliveries are retried after seconds
  replyDelivery: 2000, // a reply is delivered after the last event of its run
  erasure: 1000, // progress of one erasure, until it is done
  erasures: 5000,
  budgets: 5_000,
  retentionRules: 50_000, // the server applies rules every hour
  audit: 5000,
  queue: 2000, // waiting runs
  queueBehind: 30_000, // each of the waiting runs behind the first ones
  workers: 10_000, // the stream does not report their heartbeats
  hiddenInbox: 60_000, // the number of open items, in the title of a hidden tab
  demo: 1000, // progress of demo data, until it is loaded
  health: 1500, // while the server cannot be reached
};
