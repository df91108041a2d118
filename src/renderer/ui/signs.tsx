// The few signs that are Tine's own; everything else is lucide.
import type { SVGProps } from 'react'

function Sign({ children, ...rest }: SVGProps<SVGSVGElement>) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      {children}
    </svg>
  )
}

/** A fork of three tines: the mark of the app, and of forking. */
export function ForkSign(props: SVGProps<SVGSVGElement>) {
  return (
    <Sign {...props}>
      <path d="M8 2v12M3 14v-3.5A2.5 2.5 0 0 1 5.5 8h5a2.5 2.5 0 0 1 2.5 2.5V14" />
    </Sign>
  )
}

/** One line that leaves another: a branch, of git or of talk. */
export function BranchSign(props: SVGProps<SVGSVGElement>) {
  return (
    <Sign {...props}>
      <path d="M4 2v12M4 6h5.5A2.5 2.5 0 0 1 12 8.5V14" />
    </Sign>
  )
}

/** A hill in the water: a thread that stands by itself. */
export function IslandSign(props: SVGProps<SVGSVGElement>) {
  return (
    <Sign {...props}>
      <path d="M1.5 13h13M3.5 13a4.5 4.5 0 0 1 9 0M8 8.5V3l3 1.5L8 6" />
    </Sign>
  )
}

/** A small square: stop. */
export function StopSign(props: SVGProps<SVGSVGElement>) {
  return (
    <Sign {...props} stroke="none" fill="currentColor">
      <rect x="4" y="4" width="8" height="8" rx="1.5" />
    </Sign>
  )
}

/** A triangle: go on. */
export function PlaySign(props: SVGProps<SVGSVGElement>) {
  return (
    <Sign {...props}>
      <path d="M5.5 3.5v9l7-4.5z" fill="currentColor" />
    </Sign>
  )
}
