import { Menu, MenuLine, type MenuProps } from '#web/ui/menu.tsx'
import { words } from '#web/words/en.ts'
import { ConnectionItems } from './connections-menu.tsx'
import { ScopeItems } from './scope-menu.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** On a phone the switcher, the key and the theme share one menu. */
export const MoreMenu = ({ trigger }: Pick<MenuProps, 'trigger'>) => (
  <Menu
    trigger={trigger}
    label={words.app.more}
    side="top"
    align="end"
    className="max-h-[75dvh] w-72 overflow-y-auto"
  >
    <ConnectionItems />
    <MenuLine />
    <ScopeItems />
    <MenuLine />
    <ThemeChoice />
  </Menu>
)
