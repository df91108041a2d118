// Starts the page: the door first (the desktop's port is handed over once, as soon as this script has run), then the screen.
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { connect } from './app/connect'
import { fetchEarly } from './app/fetch-early'
import { followWidth } from './app/follow-width'
import { startReceiving } from './app/start-receiving'
import { followTheme } from './app/theme'
import './ui/tokens.css'
import './ui/global.css'

const host = connect(window)
followTheme(window)
followWidth(window)

const root = createRoot(document.getElementById('root') ?? document.body)
if (host) startReceiving(host)
root.render(<App host={host} />)
if (host) fetchEarly(window)
