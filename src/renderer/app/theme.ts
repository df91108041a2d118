import { appStore } from '../state/store'

/** Keeps `data-theme` on the root true to the setting, and to the system where the setting says so. */
export function followTheme(page: Window) {
  const dark = page.matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const chosen = appStore.getState().view.settings?.theme ?? 'system'
    const theme = chosen === 'system' ? (dark.matches ? 'dark' : 'light') : chosen
    if (page.document.documentElement.dataset.theme !== theme) page.document.documentElement.dataset.theme = theme
  }
  apply()
  dark.addEventListener('change', apply)
  appStore.subscribe((state, before) => {
    if (state.view.settings !== before.view.settings) apply()
  })
}
