process.stderr.write('The command line is not there yet.\n')
process.exitCode = 2
