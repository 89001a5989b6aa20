import { messages } from '#web/messages/en/app.ts'
import { signInText } from '#web/messages/en/sign-in.ts'
import { Logo } from '#web/ui/icon.tsx'
import { useTitle } from '#web/ui/page-title.tsx'
import { SavedConnections } from './saved-connections.tsx'
import { useServerConfig } from './server-config.ts'
import { SignInForm } from './sign-in-form.tsx'

export function Component() {
  useTitle(signInText.tab, messages.app.product)
  const config = useServerConfig()

  return (
    <main
      id="content"
      tabIndex={-1}
      data-page="sign-in"
      className="grid min-h-dvh grid-cols-1 bg-surface lg:has-[section]:grid-cols-[52fr_48fr]"
    >
      <div className="grid grid-rows-[auto_1fr_auto] px-4 pb-10 md:px-10">
        <p className="flex items-center gap-3 pt-5 text-section md:pt-7">
          <Logo size={30} />
          {messages.app.product}
        </p>
        <div className="mx-auto w-full max-w-[25.25rem] self-center py-10">
          {config && <SignInForm config={config} />}
        </div>
      </div>
      <SavedConnections />
    </main>
  )
}
