import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { classes } from './classes'

export type ButtonTone = 'plain' | 'primary' | 'ghost' | 'danger' | 'wait'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  /** `primary` is ink, one per decision; `ghost` has no box; `wait` is for what waits for the person. */
  tone?: ButtonTone
  /** 22 high instead of 26, for use inside a row. */
  small?: boolean
  icon?: ReactNode
  submit?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button that never submits a form by accident. Its accessible name is its text. */
export function Button({ tone = 'plain', small, icon, submit, className, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      className={classes(styles.button, styles[tone], small && styles.small, className)}
    >
      {icon}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'aria-label' | 'children'> {
  /** What it does, in words: the accessible name, and the tooltip. */
  label: string
  icon: ReactNode
}

/** A square button that shows only an icon and says the rest to whoever asks. */
export function IconButton({ label, icon, tone = 'ghost', className, title, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      tone={tone}
      aria-label={label}
      title={title ?? label}
      icon={icon}
      className={classes(styles.square, className)}
    />
  )
}
