// Loaded into the app's process before the app (`--import`): samples what its main thread does, from `profile` until `profiled`.
import { Session } from 'node:inspector'

const SAMPLE_US = 250
const session = new Session()
session.connect()

process.on('message', (ask) => {
  if (ask === 'profile')
    session.post('Profiler.enable', () =>
      session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US }, () =>
        session.post('Profiler.start', () => process.send(null)),
      ),
    )
  if (ask === 'profiled') session.post('Profiler.stop', (_error, { profile }) => process.send(profile))
})
